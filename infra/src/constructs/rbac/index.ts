/**
 * The permissions of the operator.
 *
 * `choose.ts` selects controllers and namespaces, `rules.ts` merges their rules, and `operator-rbac.ts` creates roles
 * and bindings from the rules (with `role-grant.ts` and `to-kube.ts`). `metrics-rbac.ts` has the roles for secure
 * metrics, `webhooks-rbac.ts` the rules for webhooks.
 */
export { AggregatedRoles, type AggregatedRolesProps } from './aggregated-roles.ts';
export { chooseControllers, chooseNamespaces } from './choose.ts';
export { OperatorRbac, type OperatorRbacProps } from './operator-rbac.ts';
export { mergeRules } from './rules.ts';
export type { GrantedWebhooks } from './webhooks-rbac.ts';
