import type { Schema } from '../crd.ts';
import { step } from '../change.ts';
import type { Comparison } from './node.ts';

/** By type: the types whose values all fit it, too. */
const accepts: Readonly<Record<string, readonly string[]>> = {
  number: ['integer'],
  'integer or string': ['integer', 'string'],
};

export const compareTypes: Comparison = ({ before, after, path }) => {
  const [old, now] = [typeOf(before), typeOf(after)];
  if (old === now) return [];
  const isWider = now === any || accepts[now]?.includes(old) === true;
  return [{ rule: isWider ? 'type-widened' : 'type-changed', path, what: `type: ${old} -> ${now}` }];
};

export const compareEmbedded: Comparison = ({ before, after, path }) => {
  const key = 'x-kubernetes-embedded-resource';
  const [old, now] = [before[key] === true, after[key] === true];
  return old === now ? [] : [{ rule: 'embedded-resource-changed', path, what: `${key}: ${step(old, now)}` }];
};

const any = 'anything';

function typeOf(schema: Schema): string {
  return schema['x-kubernetes-int-or-string'] === true ? 'integer or string' : (schema.type ?? any);
}
