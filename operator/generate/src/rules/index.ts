/**
 * Rules: checks the types in the CEL rules of a CRD before it is applied. Reports only errors that the API server
 * certainly reports, too.
 *
 * - `check-crd`: checks all rules of a CRD
 * - `rule-types`: the type of `self` from the schema; an uncertain type allows every operation
 * - `rule-problem`: the error in one expression, by the type check of a CEL library
 * - `rule-examples`: for the tests, which compare with the API server
 *
 * @module
 */
export { checkRuleTypes } from './check-crd.ts';
