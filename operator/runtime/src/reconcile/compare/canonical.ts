import { hash } from 'node:crypto';

/** JSON with sorted keys and without absent values: equal for equal objects, whatever order they were written in. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  for (const name of sortedNames(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** Sorted in place: most objects have few members, which are in order already. */
function sortedNames(value: object): readonly string[] {
  const names = Object.keys(value);
  for (let end = 1; end < names.length; end += 1) {
    const name = names[end] as string;
    let at = end;
    for (; at > 0 && (names[at - 1] as string) > name; at -= 1) names[at] = names[at - 1] as string;
    names[at] = name;
  }
  return names;
}

/** A short name for a value: equal for equal values. Not a secret and not a proof. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'base64url').slice(0, 22);
}
