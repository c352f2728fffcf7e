/**
 * Applications of Argo CD and Kustomizations of Flux for the stages of an environment.
 *
 * `stage.ts` declares a stage, `argo-cd.ts` builds Applications and the fields that Argo CD ignores, `flux.ts` builds
 * Kustomizations, and `folders.ts` the folders with both.
 */
export {
  type ArgoCdApplication,
  buildArgoCdApplications,
  type ArgoCdGitOps,
  buildArgoCdAppOfApps,
  type ArgoCdSyncPolicy,
  type IgnoredDifference,
} from './argo-cd.ts';
export { type FluxGitOps, type FluxKustomization, buildFluxKustomizations } from './flux.ts';
export { buildGitOpsFolders } from './folders.ts';
export { isRetainedByFlux, type ManifestObject, type Stage } from './stage.ts';
