import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { withScreens } from './src/style/screens.ts';

const SERVER = 'http://127.0.0.1:4242';
const here = (path: string) => resolve(import.meta.dirname, path);

/**
 * The content security policy of the static site. WebAssembly runs in the worker, which has no policy of its own, so the site
 * itself doesn't have to allow it.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'";

const policy: Plugin = {
  name: 'policy',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
      injectTo: 'head-prepend',
    },
    { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
  ],
};

/** Small screens have names in style sheets and components. */
const screens: Plugin = {
  name: 'screens',
  enforce: 'pre',
  transform: {
    filter: { id: /\.(svelte|css)$/, code: '@media (--' },
    handler: (code) => ({ code: withScreens(code), map: null }),
  },
};

/** Files that compress well. */
const TEXTS = ['.css', '.html', '.js', '.json', '.svg', '.txt'];

/** Writes a compressed copy of each text file, which the server sends to browsers: `index.js.gz`. */
const small: Plugin = {
  name: 'small',
  writeBundle({ dir = '.' }) {
    for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (TEXTS.includes(extname(path))) {
        writeFileSync(join(dir, `${path}.gz`), gzipSync(readFileSync(join(dir, path)), { level: 9 }));
      }
    }
  },
};

// `--mode static` builds the static site: `cargo xtask page --static DIR`.
export default defineConfig(({ mode }) => {
  const isStatic = mode === 'static';
  return {
    plugins: [screens, svelte(), isStatic ? policy : small],
    base: isStatic ? './' : '/',
    resolve: {
      alias: {
        '#send': here(isStatic ? 'src/static/send.ts' : 'src/api/send.ts'),
        'bughouse-glue-wasm': here('wasm/page_bg.wasm?url'),
        'bughouse-glue': here('wasm/page.js'),
      },
    },
    worker: { format: 'es' as const },
    build: {
      // The CLI embeds the built web UI.
      outDir: isStatic ? 'static-page' : '../crates/bughouse/page',
      emptyOutDir: true,
      // The licenses of the dependencies: `/licenses.txt`.
      license: { fileName: 'licenses.txt' },
      // The polyfill would be an inline script, which the policy forbids.
      modulePreload: { polyfill: false },
      target: 'es2022',
      // Everything that the first screen needs is one file, which is smaller than two.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', test: /src.main\.ts$/ }] } } },
    },
    // The server rejects requests of other origins, so the proxy sets its own.
    server: { proxy: { '/api': { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } } },
    test: { include: ['src/**/*.test.ts'], environment: 'node' as const },
  };
});
