import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['static-page', 'wasm'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      // Addresses are written in one place, state/address.ts.
      'svelte/no-navigation-without-resolve': 'off',
      // Names and comments from files are text, never markup.
      'svelte/no-at-html-tags': 'error',
    },
  },
);
