/**
 * The changes between the CustomResourceDefinitions of a release and those of the next one, and which of them break
 * stored objects or clients. Also the command `kubewright-crd-changes`.
 *
 * - `compare-crds` compares definitions, with `compare-schemas` and `compare-values`; `crd` checks them
 * - `rules`: how each kind of change is judged, and why
 * - `release`: the definitions in a folder, and of a release, and which changes the next version allows
 * - `command`, `main`: the command
 *
 * docs/crd-change-rules.md says what is breaking.
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
