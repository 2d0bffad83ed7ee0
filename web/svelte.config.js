import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  // Short names of scoped classes make the files smaller.
  compilerOptions: { runes: true, cssHash: ({ hash, css }) => `s${hash(css).slice(-5)}` },
};
