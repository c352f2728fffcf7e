import { isRecord } from '@kubewright/declaration';

/** An object as it was sent, and as the API server stored it. */
export interface Observed {
  readonly sent: object;
  readonly stored: object;
}

type Table = Readonly<Record<string, unknown>>;

/**
 * Finds fields with a constant default: those that the API server adds with the same value wherever they are missing.
 */
export function learnDefaults(observed: readonly Observed[]): Table {
  const values = new Map<string, Set<string>>();
  for (const { sent, stored } of observed) {
    for (const [path, value] of listAdded(sent, stored, '')) {
      values.set(path, (values.get(path) ?? new Set()).add(JSON.stringify(value)));
    }
  }
  const paths = [...values].filter(([path, { size }]) => {
    return size === 1 && observed.every(({ stored }) => isAlwaysThere(stored, path.split('.')));
  });
  const sorted = paths.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([path, [text = 'null']]) => [path, JSON.parse(text)]));
}

/** Lists the fields that the API server has added, by path, with `[]` for each item of a list. */
function listAdded(sent: unknown, stored: unknown, path: string): (readonly [string, unknown])[] {
  if (Array.isArray(sent) && Array.isArray(stored)) {
    return stored.flatMap((item: unknown, index) => listAdded(sent[index], item, `${path}[]`));
  }
  if (!isRecord(sent) || !isRecord(stored)) return [];
  return Object.entries(stored).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(sent, name) ? listAdded(sent[name], value, at) : [[at, value] as const];
  });
}

/** Whether all objects that could have the last field of a path do have it. */
function isAlwaysThere(stored: unknown, [step = '', ...rest]: readonly string[]): boolean {
  const name = step.replace(/\[\]$/, '');
  if (!isRecord(stored)) return true;
  const member = stored[name];
  if (rest.length === 0) return member !== undefined;
  return Array.isArray(member) ? member.every((item) => isAlwaysThere(item, rest)) : isAlwaysThere(member, rest);
}
