/**
 * How Argo CD and Flux deploy the units of an environment: typed data from a small description.
 *
 * `unit.ts` has what is deployed together, `argo-cd.ts` its Applications, and what Argo CD must not compare, `flux.ts` its
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
