/**
 * A picture of objects, for Mermaid.
 *
 * - `picture.ts`: start here
 * - `without-bindings.ts`, `nodes.ts`: what makes it small
 */
export { pictureOf } from './picture.ts';
