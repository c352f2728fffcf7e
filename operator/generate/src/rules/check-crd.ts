import {
  type CustomResourceDefinition,
  type JsonSchema,
  ofEveryObject,
  type ValidationRule,
} from '@kubewright/runtime/internal/api';
import { OperatorError } from '@kubewright/runtime/internal/base';
import { findProblem } from './rule-problem.ts';
import { buildEnvironment } from './rule-types.ts';

/**
 * Checks the types in all CEL rules of a CRD.
 *
 * Errors: `SCHEMA_INVALID`, for rules that the API server would reject: the path of each, and the reason.
 */
export function checkRuleTypes({ metadata, spec }: CustomResourceDefinition): void {
  const problems = spec.versions.flatMap(({ name, schema: { openAPIV3Schema: root } }) => {
    const whole = { ...root, properties: { ...root.properties, ...ofEveryObject } };
    return listProblems(whole, spec.versions.length === 1 ? '' : name);
  });
  if (problems.length === 0) return;
  throw new OperatorError('SCHEMA_INVALID', `generate the CRD ${metadata.name}`, { hint: problems.join('; ') });
}

function listProblems(schema: JsonSchema, path: string): readonly string[] {
  const { properties = {}, items, additionalProperties } = schema;
  return [
    ...(schema['x-kubernetes-validations'] ?? []).flatMap((rule) =>
      listRuleProblems(rule, schema).map((text) => (path === '' ? text : `${path}: ${text}`)),
    ),
    ...(items === undefined ? [] : listProblems(items, `${path}[]`)),
    ...(additionalProperties === undefined ? [] : listProblems(additionalProperties, `${path}{}`)),
    ...Object.entries(properties).flatMap(([name, property]) =>
      listProblems(property, path === '' ? name : `${path}.${name}`),
    ),
  ];
}

function listRuleProblems({ rule, messageExpression, optionalOldSelf }: ValidationRule, schema: JsonSchema): string[] {
  const environment = buildEnvironment(schema, { optionalOldSelf: optionalOldSelf === true });
  const ruleProblem = findProblem(environment, rule, 'bool');
  const messageProblem =
    messageExpression === undefined ? undefined : findProblem(environment, messageExpression, 'string');
  return [
    ...(ruleProblem === undefined ? [] : [`rule ${rule}: ${ruleProblem}`]),
    ...(messageProblem === undefined ? [] : [`messageExpression ${String(messageExpression)}: ${messageProblem}`]),
  ];
}
