/**
 * What Argo CD has to know of an operator: when a resource of its kinds is healthy.
 *
 * `health-lua.ts` is the check of one kind, `health-checks.ts` those of a declaration, as data, and
 * `argo-cd-health-checks.ts` the ConfigMap that Argo CD reads them from.
 */
export { ArgoCdHealthChecks, type ArgoCdHealthChecksProps } from './argo-cd-health-checks.ts';
export { argoCdHealthChecks } from './health-checks.ts';
