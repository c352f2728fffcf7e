/**
 * Webhooks: what an API server asks before it stores an object.
 *
 * - `webhooks`: their life, from the first certificate to the last answer
 * - `webhook-server`: TLS, bodies and the end; what is answered comes from the rooms admission and conversion
 * - `webhook-settings`: the settings of an operator that has some
 * - `certificate-source`: the certificate, from mounted files or from an authority of its own
 * - `own-certificates`, `certificate-secret`: those of the own authority, in a Secret that the replicas share
 * - `ca-bundle-keeper`, `references`: that API servers trust them
 * - `pod-warning`: events about the own Pod, for what somebody has to apply
 *
 * @module
 */
export { CaBundleKeeper } from './ca-bundle-keeper.ts';
export { type CertificateSource, filesSource, OwnSource } from './certificate-source.ts';
export { OwnCertificates } from './own-certificates.ts';
export { podWarnings } from './pod-warning.ts';
export { referencesOf } from './references.ts';
export { Webhooks } from './webhooks.ts';
