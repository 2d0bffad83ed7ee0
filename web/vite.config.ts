import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    // The program carries the built page.
    outDir: '../crates/bughouse/page',
    emptyOutDir: true,
    // The polyfill would be a script in the page, which the server's rules forbid.
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4242' } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
