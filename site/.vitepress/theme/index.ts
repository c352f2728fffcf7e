/** VitePress imports the default export of this file. @module */
export { theme as default } from './theme.ts';
