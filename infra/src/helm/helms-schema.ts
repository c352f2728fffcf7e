import { isRecord } from '../options/index.ts';

/**
 * Pure: the schema in the regular expressions of Go, which cannot look ahead: what they look for is a pattern, or a length, beside
 * the rest. Go also allows no more than a thousand repetitions.
 */
export function withoutLookahead(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutLookahead);
  if (!isRecord(schema)) return schema;
  const { pattern, ...others } = schema;
  const rest = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, withoutLookahead(value)]));
  if (typeof pattern !== 'string')
    return pattern === undefined ? rest : { ...rest, pattern: withoutLookahead(pattern) };
  const left = pattern.replaceAll(/\(\?=[^)]*\)/g, '').replace('{1,1024}', '+');
  return {
    ...rest,
    pattern: left,
    ...(pattern.includes('(?=.{1,253}$)') && { maxLength: 253 }),
    ...(pattern.includes('{1,1024}') && { maxLength: 1024 }),
    ...(pattern.includes('(?=.*[1-9])') && {
      allOf: [{ pattern: pattern.includes('|0(') || pattern.includes('(?:0(') ? '[1-9]|^0' : '[1-9]' }],
    }),
  };
}

/**
 * Pure: the schema with one alternative of several types instead of several alternatives of one type each: Helm then says in one line
 * what is expected.
 */
export function withoutUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnions);
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutUnions(value)]));
  const { anyOf, ...others } = inner;
  const alternatives: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  if (alternatives.length === 0 || !haveOwnTypes(alternatives)) return inner;
  const types = alternatives.flatMap(({ type }) => type);
  return alternatives.reduce((all, each) => ({ ...all, ...each, type: types }), others);
}

/** A keyword such as `pattern` is for one type: among different types it means the same beside the others. */
function haveOwnTypes(alternatives: readonly unknown[]): alternatives is readonly Readonly<Record<string, unknown>>[] {
  const types = alternatives.flatMap((each) => (isRecord(each) ? [each['type']].flat() : [undefined]));
  const isPlain = alternatives.every((each) => isRecord(each) && !('enum' in each) && !('const' in each));
  return isPlain && types.every((type) => typeof type === 'string') && new Set(types).size === types.length;
}
