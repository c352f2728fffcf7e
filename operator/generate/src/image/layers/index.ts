/**
 * Layers: the files of an image, and where they come from.
 *
 * - `app-layer`: the program of a project; `bundled-packages`: the packages that are part of it
 * - `node-layer`: Node, from npm; `lockfile`: which one
 * - `system-layer`: loader, libraries and certificates; `debian-packages`, `debian-archives`, `apt`: where they come from;
 *   `pinned-packages`: in which versions
 *
 * @module
 */
export { appFiles, appFolder, type Manifest, type Project } from './app-layer.ts';
export { type BundledPackage, bundledPackages } from './bundled-packages.ts';
export { debianSnapshots } from './debian-archives.ts';
export type { DebianPackage } from './debian-packages.ts';
export { checkOneNode, findLocked, type LockedPackage, readLockfile } from './lockfile.ts';
export { nodeFiles, nodePackage, nodePath } from './node-layer.ts';
export { type PinnedPackages, readPins, writePins } from './pinned-packages.ts';
export { type System, systemOf, userId } from './system-layer.ts';
