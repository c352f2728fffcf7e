/** Refuses to delete an operator that is needed. `removal-guard.ts` has the construct, `guard-policy.ts` its policy in CEL. */
export { RemovalGuard, type RemovalGuardProps } from './removal-guard.ts';
