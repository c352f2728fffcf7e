/**
 * Certificates of the operator's servers.
 *
 * - `key-pair-files`: a certificate and its key from a folder, and whatever replaces them there
 * - `rotation`: which certificate is replaced when, so that nobody meets one that they do not trust; whether stored ones
 *   can be used
 * - `issuer`: makes them for the rotation, and a self-signed one if none is given; loaded when it is needed
 * - `authority`, `keys`: how certificates are made
 *
 * @module
 */
export type { KeyPair } from './authority.ts';
export { type CertificateObserver, followKeyPair, readKeyPair } from './key-pair-files.ts';
export {
  areSound,
  buildBundle,
  type Certificates,
  checkLifetimes,
  type Issued,
  type Issuer,
  type Lifetimes,
  rotate,
} from './rotation.ts';
