/** Leaves CRDs as they are when an older version is applied. `rollback-guard.ts` has the construct, `guard-policies.ts` its policies in CEL. */
export { addRollbackGuard, type GuardedDefinitions } from './rollback-guard.ts';
