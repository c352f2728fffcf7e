import { formats, findDuplicate } from '../base/index.ts';
import { findImbalance } from './cel-balance.ts';
import type { PolicyDefinition } from './policy.ts';

/** Describes the first problem of a policy and its solution; `undefined` if the policy is valid. */
export function findPolicyProblem(policy: PolicyDefinition): string | undefined {
  const problems = [
    ...checkScope(policy),
    ...checkNames(policy),
    ...checkMessages(policy),
    ...listExpressions(policy).map(findExpressionProblem),
  ];
  return problems.find((problem) => problem !== undefined);
}

type Problems = readonly (string | undefined)[];

const problemIf = (isWrong: boolean, text: string): string | undefined => (isWrong ? text : undefined);

function checkScope({ kind, operations, namespaceSelector, validate, mutate }: PolicyDefinition): Problems {
  const deletesOnly = operations.every((operation) => operation === 'DELETE');
  return [
    problemIf(validate.length + mutate.length === 0, 'the policy does not have a rule: add validate or mutate'),
    problemIf(operations.length === 0, 'operations is empty: add some, or omit it for CREATE and UPDATE'),
    problemIf(
      mutate.length > 0 && deletesOnly,
      'mutate cannot change a deleted object: add CREATE or UPDATE to its operations',
    ),
    problemIf(
      namespaceSelector !== undefined && !kind.namespaced,
      `${kind.kind} is cluster-scoped: remove the namespaceSelector, or use when`,
    ),
  ];
}

/** A CEL identifier: https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax */
const identifier = /^[A-Za-z_]\w*$/;

function checkNames({ name, when, variables }: PolicyDefinition): Problems {
  const label = formats.label;
  return [
    problemIf(
      !label.pattern.test(name),
      `the name ${JSON.stringify(name)} of the policy must be a DNS label: ${label.words}`,
    ),
    ...when.map((each) =>
      problemIf(
        !label.pattern.test(each.name),
        `the name ${JSON.stringify(each.name)} in when must be a DNS label: ${label.words}`,
      ),
    ),
    ...variables.map((each) =>
      problemIf(
        !identifier.test(each.name),
        `the name of the variable ${JSON.stringify(each.name)} must consist of letters, digits and "_", and must not begin with a digit`,
      ),
    ),
    findDuplicateName('when', when),
    findDuplicateName('variables', variables),
  ];
}

function findDuplicateName(field: string, named: readonly { readonly name: string }[]): string | undefined {
  const twice = findDuplicate(named.map(({ name }) => name));
  return twice === undefined ? undefined : `two entries of ${field} have the name ${twice}: rename one`;
}

/** The API server rejects messages with line breaks. */
function checkMessages({ validate }: PolicyDefinition): Problems {
  return validate.map(({ cel, message }) =>
    problemIf(!/^[^\n\r]*\S[^\n\r]*$/.test(message), `the message of ${cel} must be one line, and not empty`),
  );
}

interface PolicyExpression {
  readonly of: string;
  readonly cel: string;
}

/** Lists every CEL expression of a policy, with the name that error messages use for it. */
function listExpressions({ when, variables, validate, mutate }: PolicyDefinition): readonly PolicyExpression[] {
  return [
    ...when.map(({ name, cel }) => ({ of: `${name} in when`, cel })),
    ...variables.map(({ name, cel }) => ({ of: `the variable ${name}`, cel })),
    ...validate.map(({ message, cel }) => ({ of: `the check with the message "${message}"`, cel })),
    ...validate.flatMap(({ message, messageCel: cel }) =>
      cel === undefined ? [] : [{ of: `messageCel of the check with the message "${message}"`, cel }],
    ),
    ...mutate.map((mutation) =>
      'apply' in mutation
        ? { of: 'a mutation with apply', cel: mutation.apply }
        : { of: 'a mutation with jsonPatch', cel: mutation.jsonPatch },
    ),
  ];
}

function findExpressionProblem({ of, cel }: PolicyExpression): string | undefined {
  if (cel.trim() === '') return `${of} is empty: write a CEL expression`;
  const imbalance = findImbalance(cel);
  return imbalance === undefined ? undefined : `${of} cannot be parsed, because ${imbalance}: ${cel}`;
}
