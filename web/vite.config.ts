import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const PROGRAM = 'http://127.0.0.1:4242';
const here = (path: string) => resolve(import.meta.dirname, path);

/**
 * What the page may load where no server says so. WebAssembly runs in the worker, which has no policy of its own, so that
 * nothing in the page has to be allowed for it.
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

/** Files that gzip makes much smaller. */
const TEXTS = ['.css', '.html', '.js', '.json', '.svg', '.txt'];

/** Writes a small form beside each text of the built page, which the program sends to browsers: `page.js.gz`. */
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

// With `--mode static` the page needs no program: `cargo xtask page --static`.
export default defineConfig(({ mode }) => {
  const isStatic = mode === 'static';
  return {
    plugins: [svelte(), isStatic ? policy : small],
    base: isStatic ? './' : '/',
    resolve: {
      alias: {
        '#send': here(isStatic ? 'src/static/send.ts' : 'src/api/send.ts'),
        'bughouse-glue-wasm': here('../npm/wasm/records_bg.wasm?url'),
        'bughouse-glue': here('../npm/wasm/records.js'),
      },
    },
    worker: { format: 'es' as const },
    build: {
      // The program carries the built page.
      outDir: isStatic ? 'static-page' : '../crates/bughouse/page',
      emptyOutDir: true,
      // What the page is made of keeps its notices: `/licenses.txt`.
      license: { fileName: 'licenses.txt' },
      // The polyfill would be a script in the page, which the server's rules forbid.
      modulePreload: { polyfill: false },
      target: 'es2022',
    },
    // The program answers its own page alone, so requests are sent as if they came from there.
    server: { proxy: { '/api': { target: PROGRAM, changeOrigin: true, headers: { origin: PROGRAM } } } },
    test: { include: ['src/**/*.test.ts'], environment: 'node' as const },
  };
});
