import { isDeepStrictEqual } from 'node:util';
import { isRecord, memberOf } from '@kubewright/declaration';

/** A field that two objects have differently. */
export interface FieldChange {
  /** For instance `spec.template.spec.containers[operator].env[LOG_LEVEL].value`: items of lists by what identifies them. */
  readonly path: string;
  /** @default - the field is absent before */
  readonly before?: unknown;
  /** @default - the field is absent after */
  readonly after?: unknown;
}

/**
 * Pure: the fields in which two JSON values differ, each at the deepest path that both have. Empty exactly if the values
 * are equal.
 *
 * The items of a list are matched by `name` or another field that identifies them, else by their value.
 */
export function changedFields(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isRecord(before) && isRecord(after)) return changedEntries(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return changedItems(before, after, path);
  return [changeOf(path, before, after)];
}

type Fields = Readonly<Record<string, unknown>>;

function changedEntries(before: Fields, after: Fields, path: string): FieldChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => changedFields(memberOf(before, key), memberOf(after, key), entryPath(path, key)));
}

function changedItems(before: readonly unknown[], after: readonly unknown[], path: string): FieldChange[] {
  const key = identifyingKey(before, after);
  const changes = key === undefined ? unidentified(before, after, path) : identified(before, after, { path, key });
  // The same items in another order.
  return changes.length > 0 ? changes : [changeOf(path, before, after)];
}

/** Fields that identify the items of lists, as in server-side apply: the first that fits is taken. */
const identifying = ['name', 'mountPath', 'key', 'topologyKey', 'containerPort', 'port', 'type', 'ip'];

function identifyingKey(...lists: readonly (readonly unknown[])[]): string | undefined {
  return identifying.find((key) =>
    lists.every((list) => {
      const values = list.map((item) => (isRecord(item) ? item[key] : undefined));
      const identify = values.every((value) => typeof value === 'string' || typeof value === 'number');
      return identify && new Set(values).size === values.length;
    }),
  );
}

function identified(
  before: readonly unknown[],
  after: readonly unknown[],
  { path, key }: { path: string; key: string },
): FieldChange[] {
  const byKey = (list: readonly unknown[]): Map<unknown, unknown> =>
    new Map(list.map((item) => [(item as Fields)[key], item]));
  const [earlier, later] = [byKey(before), byKey(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((value) =>
    changedFields(earlier.get(value), later.get(value), `${path}[${String(value)}]`),
  );
}

/** Items of the same value are matched; what is left is matched by position if there is as much on both sides. */
function unidentified(before: readonly unknown[], after: readonly unknown[], path: string): FieldChange[] {
  const gone = without(before, after);
  const come = without(after, before);
  if (gone.length === come.length) {
    return gone.flatMap(({ item, position }, index) =>
      changedFields(item, come[index]?.item, `${path}[${String(position)}]`),
    );
  }
  return [
    ...gone.map(({ item, position }) => changeOf(`${path}[${String(position)}]`, item, undefined)),
    ...come.map(({ item, position }) => changeOf(`${path}[${String(position)}]`, undefined, item)),
  ];
}

interface Item {
  readonly item: unknown;
  readonly position: number;
}

/** The items of a list that another list does not have, or not as often. */
function without(list: readonly unknown[], other: readonly unknown[]): Item[] {
  const left = [...other];
  return list.flatMap((item, position) => {
    const found = left.findIndex((each) => isDeepStrictEqual(each, item));
    if (found < 0) return [{ item, position }];
    left.splice(found, 1);
    return [];
  });
}

function changeOf(path: string, before: unknown, after: unknown): FieldChange {
  return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function entryPath(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
