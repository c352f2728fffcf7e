import type { CrdSchema } from '@kubewright/runtime/internal/base';

import { type Judgement, noField, type Problem } from './problem.ts';

/**
 * Finds violations of `allOf`, `anyOf`, `oneOf` and `not`.
 * @param judged the problems that one of the combined schemas finds
 */
export function findCombinedProblems(
  schema: CrdSchema,
  path: string,
  judged: (each: CrdSchema) => Judgement,
): readonly Judgement[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [
    ...(anyOf.length === 0 ? [] : checkAtLeastOne(anyOf.map(judged), path)),
    ...(oneOf.length === 0 ? [] : checkExactlyOne(oneOf.map(judged), path)),
    ...(allOf.length === 0 ? [] : checkAll(allOf.map(judged), path)),
    ...(not !== undefined && isValid(judged(not)) ? [buildBroken(path, 'must not validate the schema (not)')] : []),
  ];
}

function checkAtLeastOne(judged: readonly Judgement[], path: string): readonly Judgement[] {
  const valid = judged.find(isValid);
  return valid === undefined
    ? [buildBroken(path, 'must validate at least one schema (anyOf)'), pickBest(judged)]
    : [valid];
}

function checkExactlyOne(judged: readonly Judgement[], path: string): readonly Judgement[] {
  const valid = judged.filter(isValid);
  const [only] = valid;
  if (only !== undefined && valid.length === 1) return [only];
  const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
  const text = `must validate one and only one schema (oneOf). ${found}`;
  return [buildBroken(path, text), ...(valid.length === 0 ? [pickBest(judged)] : [])];
}

function checkAll(judged: readonly Judgement[], path: string): readonly Judgement[] {
  if (judged.every(isValid)) return judged;
  const more = judged.some(isValid) ? '' : '. None validated';
  return [...judged, buildBroken(path, `must validate all the schemas (allOf)${more}`)];
}

function isValid({ problems }: Judgement): boolean {
  return problems.length === 0;
}

/** Returns the first of the results with the most matches. */
function pickBest(judged: readonly Judgement[]): Judgement {
  return judged.reduce((one, other) => (other.matches > one.matches ? other : one));
}

function buildBroken(path: string, text: string): Judgement {
  const message = `Invalid value: "": ${JSON.stringify(path)} ${text}`;
  const problem: Problem = { reason: 'FieldValueInvalid', message, field: noField };
  return { problems: [problem], matches: 0 };
}
