import type { Difference } from '../change.ts';
import type { Schema } from '../crd.ts';
import { compareFields, compareRequired, compareUnknown } from './fields.ts';
import { compareFormats } from './formats.ts';
import { compareLimits } from './limits.ts';
import { compareMerging } from './merging.ts';
import type { Comparison, Node } from './node.ts';
import { compareDefaults, compareNulls } from './nulls-and-defaults.ts';
import { judgeReaders } from './readers.ts';
import { compareCombinations, compareDescriptions, compareEnums, comparePatterns } from './texts.ts';
import { compareEmbedded, compareTypes } from './types.ts';
import { compareRules } from './validations.ts';

const comparisons: readonly Comparison[] = [
  ...[compareEmbedded, compareUnknown, compareRequired, compareNulls, compareDefaults],
  ...[compareEnums, compareLimits, comparePatterns, compareFormats, compareCombinations, compareRules],
  ...[compareMerging, compareDescriptions],
];

/** All differences of two schemas, field by field. */
export function compareSchemas(before: Schema, after: Schema): Difference[] {
  return judgeReaders(differencesAt({ before, after, path: '' }), { before, after });
}

function differencesAt(node: Node): Difference[] {
  const types = compareTypes(node);
  // Between values of different types, nothing else can be compared.
  if (types.some(({ rule }) => rule === 'type-changed')) return [...types];
  const { differences, below } = compareFields(node);
  const here = comparisons.flatMap((compare) => compare(node));
  return [...types, ...here, ...differences, ...below.flatMap(differencesAt)];
}
