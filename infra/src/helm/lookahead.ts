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
