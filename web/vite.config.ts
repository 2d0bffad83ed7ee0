import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const PROGRAM = 'http://127.0.0.1:4242';

export default defineConfig({
  plugins: [svelte()],
  build: {
    // The program carries the built page.
    outDir: '../crates/bughouse/page',
    emptyOutDir: true,
    // What the page is made of keeps its notices: `/licences.txt`.
    license: { fileName: 'licences.txt' },
    // The polyfill would be a script in the page, which the server's rules forbid.
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  // The program answers its own page alone, so requests are sent as if they came from there.
  server: { proxy: { '/api': { target: PROGRAM, changeOrigin: true, headers: { origin: PROGRAM } } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
