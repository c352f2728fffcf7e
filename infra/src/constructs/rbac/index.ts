/**
 * What the operator may do.
 *
 * `choose.ts` picks controllers and namespaces, `rules.ts` merges their rules, `operator-rbac.ts` makes roles of them.
 */
export { chooseControllers, chooseNamespaces } from './choose.ts';
export { OperatorRbac, type OperatorRbacProps } from './operator-rbac.ts';
export { mergeRules } from './rules.ts';
