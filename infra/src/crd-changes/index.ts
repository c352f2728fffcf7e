/**
 * Compares the CRDs of a release with those of the next one, and finds changes that break stored objects or clients.
 * Also the command `kubewright-crd-changes`.
 *
 * - `compare-crds` compares CRDs, with `compare-schemas` and `compare-values`; `crd` validates them
 * - `rules`: the verdict on each kind of change, with the reason
 * - `release`: the CRDs of a folder or a release, and the changes that the next version allows
 * - `command`, `main`: the command
 *
 * docs/crd-change-rules.md lists breaking changes.
 */
export { compareCrds } from './compare-crds.ts';
export {
  type AcceptedChange,
  readAcceptedChanges,
  readCrds,
  findRejectedChanges,
  type VersionStep,
} from './release.ts';
export { type ChangeRule, formatChanges, type CrdChange, type Verdict } from './rules.ts';
