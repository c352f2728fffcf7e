/**
 * The changes between the CustomResourceDefinitions of a release and those of the next one, and which of them break
 * stored objects or clients. Also the command `kubewright-crd-changes`.
 *
 * - `crd`: a definition, and the check of its shape
 * - `compare-crds`: compares definitions; `compare-definitions`, `compare-storage` and `compare-versions` are its
 *   parts, and `schema/` compares what an object may be
 * - `rules`: how each kind of change is judged, and why; `change`: a change as it is returned
 * - `version-step`: which changes a new version of the package allows
 * - `read-crds`, `snapshot`: definitions in a folder, and those of a release
 * - `changes-text`, `command`, `main`: the command
 *
 * docs/crd-changes.md says what is breaking.
 */
export type { CrdChange } from './change.ts';
export { changesText } from './changes-text.ts';
export { compareCrds } from './compare-crds.ts';
export { readCrds } from './read-crds.ts';
export { type ChangeRule, type Verdict } from './rules.ts';
export { type AcceptedChange, acceptedChanges } from './snapshot.ts';
export { refusedChanges, type VersionStep } from './version-step.ts';
