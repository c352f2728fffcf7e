import type { CrdSchema } from '@kubewright/runtime/internal/base';

import { type Judged, noField, type Problem } from './problem.ts';

/** What `allOf`, `anyOf`, `oneOf` and `not` find in a value. @param judged what one of their schemas finds in it */
export function combinedProblems(
  schema: CrdSchema,
  path: string,
  judged: (each: CrdSchema) => Judged,
): readonly Judged[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [
    ...(anyOf.length === 0 ? [] : atLeastOne(anyOf.map(judged), path)),
    ...(oneOf.length === 0 ? [] : exactlyOne(oneOf.map(judged), path)),
    ...(allOf.length === 0 ? [] : all(allOf.map(judged), path)),
    ...(not !== undefined && isValid(judged(not)) ? [broken(path, 'must not validate the schema (not)')] : []),
  ];
}

function atLeastOne(judged: readonly Judged[], path: string): readonly Judged[] {
  const valid = judged.find(isValid);
  return valid === undefined ? [broken(path, 'must validate at least one schema (anyOf)'), best(judged)] : [valid];
}

function exactlyOne(judged: readonly Judged[], path: string): readonly Judged[] {
  const valid = judged.filter(isValid);
  const [only] = valid;
  if (only !== undefined && valid.length === 1) return [only];
  const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
  const text = `must validate one and only one schema (oneOf). ${found}`;
  return [broken(path, text), ...(valid.length === 0 ? [best(judged)] : [])];
}

function all(judged: readonly Judged[], path: string): readonly Judged[] {
  if (judged.every(isValid)) return judged;
  const more = judged.some(isValid) ? '' : '. None validated';
  return [...judged, broken(path, `must validate all the schemas (allOf)${more}`)];
}

function isValid({ problems }: Judged): boolean {
  return problems.length === 0;
}

/** The first of those that match most. */
function best(judged: readonly Judged[]): Judged {
  return judged.reduce((one, other) => (other.matches > one.matches ? other : one));
}

function broken(path: string, text: string): Judged {
  const message = `Invalid value: "": ${JSON.stringify(path)} ${text}`;
  const problem: Problem = { reason: 'FieldValueInvalid', message, field: noField };
  return { problems: [problem], matches: 0 };
}
