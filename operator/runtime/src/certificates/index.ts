/**
 * Certificates of the operator's servers.
 *
 * - `key-pair-files`: a certificate and its key from a folder, reloaded when they change
 * - `rotation`: when to replace which certificate, so that every client trusts it; validates stored certificates
 * - `issuer`: issues certificates for the rotation, and a self-signed one as a fallback; loaded on demand
 * - `authority`, `keys`: create certificates
 *
 * @module
 */
export type { KeyPair } from './authority.ts';
export { type CertificateObserver, type FollowOptions, followKeyPair, readKeyPair } from './key-pair-files.ts';
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
