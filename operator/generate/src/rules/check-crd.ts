import {
  type CustomResourceDefinition,
  type JsonSchema,
  ofEveryObject,
  type ValidationRule,
} from '@kubewright/runtime/internal/api';
import { OperatorError } from '@kubewright/runtime/internal/base';
import { problemOf } from './rule-problem.ts';
import { environmentOf } from './rule-types.ts';

/**
 * Checks the types in all CEL rules of a CRD.
 *
 * Errors: `SCHEMA_INVALID`, with the path of each rule that the API server would refuse, and the reason.
 */
export function checkRuleTypes({ metadata, spec }: CustomResourceDefinition): void {
  const problems = spec.versions.flatMap(({ name, schema: { openAPIV3Schema: root } }) => {
    const whole = { ...root, properties: { ...root.properties, ...ofEveryObject } };
    return problemsAt(whole, spec.versions.length === 1 ? '' : name);
  });
  if (problems.length === 0) return;
  throw new OperatorError('SCHEMA_INVALID', `generate the CRD ${metadata.name}`, { hint: problems.join('; ') });
}

function problemsAt(schema: JsonSchema, path: string): readonly string[] {
  const { properties = {}, items, additionalProperties } = schema;
  return [
    ...(schema['x-kubernetes-validations'] ?? []).flatMap((rule) =>
      problemsOf(rule, schema).map((text) => (path === '' ? text : `${path}: ${text}`)),
    ),
    ...(items === undefined ? [] : problemsAt(items, `${path}[]`)),
    ...(additionalProperties === undefined ? [] : problemsAt(additionalProperties, `${path}{}`)),
    ...Object.entries(properties).flatMap(([name, property]) =>
      problemsAt(property, path === '' ? name : `${path}.${name}`),
    ),
  ];
}

function problemsOf({ rule, messageExpression, optionalOldSelf }: ValidationRule, schema: JsonSchema): string[] {
  const environment = environmentOf(schema, { optionalOldSelf: optionalOldSelf === true });
  const ruleProblem = problemOf(environment, rule, 'bool');
  const messageProblem =
    messageExpression === undefined ? undefined : problemOf(environment, messageExpression, 'string');
  return [
    ...(ruleProblem === undefined ? [] : [`rule ${rule}: ${ruleProblem}`]),
    ...(messageProblem === undefined ? [] : [`messageExpression ${String(messageExpression)}: ${messageProblem}`]),
  ];
}
