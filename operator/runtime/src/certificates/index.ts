/**
 * Certificates of the operator's servers.
 *
 * - `key-pair-files`: a certificate and its key from a folder, and whatever replaces them there
 * - `self-signed`: a generated certificate if none is given; loaded when it is needed
 * - `rotation`: which certificate is replaced when, so that nobody meets one that they do not trust
 * - `soundness`: whether certificates that were stored can be used
 * - `issuer`: makes them for the rotation; loaded when it is needed
 * - `authority`, `keys`: how certificates are made
 *
 * @module
 */
export type { Host, KeyPair } from './authority.ts';
export { type CertificateObserver, followKeyPair, type FollowOptions, readKeyPair } from './key-pair-files.ts';
export {
  bundleOf,
  checkLifetimes,
  rotated,
  type Certificates,
  type Issued,
  type Issuer,
  type Lifetimes,
  type OtherAuthority,
} from './rotation.ts';
export { areSound } from './soundness.ts';
