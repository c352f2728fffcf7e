/**
 * The pet store as all reconciles share it.
 *
 * - `open-store`: the settings, and what is made of them once per process
 * - `shared-store`: one channel, one look for everybody
 * - `look-only`: the store in a dry run
 * - `snapshot`: what is known of everything that the store holds
 * - `turns`: who has to wait for whom, where pets look the same
 *
 * @module
 */
export { openStore, petSettings } from './open-store.ts';
export { shareStore, type SharedStore } from './shared-store.ts';
export type { Holdings } from './snapshot.ts';
