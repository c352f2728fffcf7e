/**
 * How Argo CD and Flux deploy the units of an environment: typed data from a small description, `options.ts`, which
 * `check-options.ts` checks.
 *
 * `unit.ts` has what is deployed together, `argo-cd.ts` its Applications, `flux.ts` its Kustomizations, and
 * `fields-of-others.ts` what Argo CD must not compare.
 */
export {
  type ArgoCdApplication,
  argoCdApplications,
  type ArgoCdGitOps,
  argoCdParent,
  type ArgoCdSyncPolicy,
} from './argo-cd.ts';
export { checkDistinct, checkedGitOps } from './check-options.ts';
export { type IgnoredDifference } from './fields-of-others.ts';
export { type FluxGitOps, type FluxKustomization, fluxKustomizations } from './flux.ts';
export { isKeptByArgoCd, isKeptByFlux, type ManifestObject, type Unit } from './unit.ts';
