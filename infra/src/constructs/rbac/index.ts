/**
 * What the operator may do.
 *
 * `choose.ts` picks controllers and namespaces, `rules.ts` merges their rules, `operator-rbac.ts` makes roles of them
 * (`role-grant.ts`, `to-kube.ts`); `metrics-rbac.ts` those of secure metrics.
 */
export { chooseControllers, chooseNamespaces } from './choose.ts';
export { OperatorRbac, type OperatorRbacProps } from './operator-rbac.ts';
export { mergeRules } from './rules.ts';
