import { hash } from 'node:crypto';

/**
 * Writes JSON with sorted keys and without `undefined`: equal objects have the same text, regardless of the order
 * of their keys.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  for (const name of sortNames(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${toCanonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** An insertion sort, because most objects have few keys, which are in order already. */
function sortNames(value: object): readonly string[] {
  const names = Object.keys(value);
  for (let end = 1; end < names.length; end += 1) {
    const name = names[end] as string;
    let at = end;
    for (; at > 0 && (names[at - 1] as string) > name; at -= 1) names[at] = names[at - 1] as string;
    names[at] = name;
  }
  return names;
}

/** A short hash of a value: equal for equal values. Not cryptographically secure. */
export function computeHash(value: unknown): string {
  return hash('sha256', toCanonicalJson(value), 'base64url').slice(0, 22);
}
