/**
 * Registry: images to and from a registry, by the distribution specification.
 *
 * - `reference`: names of images; `credentials`: how to log in
 * - `registry-client`: requests; `authorize`: what a registry wants before it answers
 * - `push`, `pull`: whole images; `upload`: one blob of them
 *
 * @module
 */
export { dockerFolder, tryReadCredentials } from './credentials.ts';
export { openRemote } from './pull.ts';
export { push, type Pushable, type Pushed } from './push.ts';
export { parseReference, type ReferenceOptions } from './reference.ts';
export { RegistryClient } from './registry-client.ts';
