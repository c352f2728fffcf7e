/**
 * Argo CD: when a resource of an operator's kinds is healthy.
 *
 * `health-lua.ts` has the check of one kind, `health-checks.ts` the checks of a declaration, as data.
 * `application-lua.ts` has the check of Applications themselves, and `argo-cd-health-checks.ts` puts all into the
 * ConfigMap that Argo CD reads.
 */
export { ArgoCdHealthChecks, type ArgoCdHealthChecksProps } from './argo-cd-health-checks.ts';
export { argoCdHealthChecks } from './health-checks.ts';
