/**
 * Rules: the types in the CEL rules of a CRD are checked before anybody applies it, as far as it is certain what the API
 * server says.
 *
 * - `check-crd`: all rules of a CRD, wherever they stand
 * - `rule-types`: what `self` is, from the schema; what is not certain may be anything
 * - `rule-problem`: what is wrong with one expression, by the library's type check
 * - `rule-examples`: for the tests, which ask the API server, too
 *
 * @module
 */
export { checkRuleTypes } from './check-crd.ts';
