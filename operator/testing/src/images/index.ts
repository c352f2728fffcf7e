/**
 * Images without a container runtime: which program runs for which image.
 *
 * - `image-program.ts`: a mapping from image names to programs
 * - `image-expression.ts`: which names a mapping matches, for this process and for the API server
 * - `package-executables.ts`: the executables of an image that installs a package
 * - `default-images.ts`: the images that walk-throughs need; `web-page.ts` is what runs for nginx
 *
 * @module
 */
export { defaultImages } from './default-images.ts';
export { freePort } from './free-port.ts';
export { tryFindProgram, imageExpression } from './image-expression.ts';
export { packageExecutables } from './package-executables.ts';
export type { ContainerContext, ImageProgram, Program } from './image-program.ts';
