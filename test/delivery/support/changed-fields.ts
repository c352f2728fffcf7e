import { isDeepStrictEqual } from 'node:util';
import { isRecord, getMember } from '@kubewright/declaration';

/** A field that differs between two objects. */
export interface FieldChange {
  /**
   * The path, for instance `spec.template.spec.containers[operator].env[LOG_LEVEL].value`: list items by their
   * identifying field.
   */
  readonly path: string;
  /** The value before the change. @default - the field was absent */
  readonly before?: unknown;
  /** The value after the change. @default - the field is absent */
  readonly after?: unknown;
}

/**
 * The fields in which two JSON values differ, each at the deepest path that both have. Empty exactly if the values are
 * equal.
 *
 * List items are matched by `name` or another identifying field, else by their value.
 */
export function findChangedFields(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isRecord(before) && isRecord(after)) return compareEntries(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return compareItems(before, after, path);
  return [createChange(path, before, after)];
}

type Fields = Readonly<Record<string, unknown>>;

function compareEntries(before: Fields, after: Fields, path: string): FieldChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    findChangedFields(getMember(before, key), getMember(after, key), joinPath(path, key)),
  );
}

function compareItems(before: readonly unknown[], after: readonly unknown[], path: string): FieldChange[] {
  const key = findIdentifyingKey(before, after);
  const changes =
    key === undefined ? compareUnordered(before, after, path) : compareByKey(before, after, { path, key });
  // If no item has changed, the lists contain the same items in another order.
  return changes.length > 0 ? changes : [createChange(path, before, after)];
}

/** Fields that identify list items, as in server-side apply: the first that fits wins. */
const identifying = ['name', 'mountPath', 'key', 'topologyKey', 'containerPort', 'port', 'type', 'ip'];

function findIdentifyingKey(...lists: readonly (readonly unknown[])[]): string | undefined {
  return identifying.find((key) =>
    lists.every((list) => {
      const values = list.map((item) => (isRecord(item) ? item[key] : undefined));
      const identify = values.every((value) => typeof value === 'string' || typeof value === 'number');
      return identify && new Set(values).size === values.length;
    }),
  );
}

function compareByKey(
  before: readonly unknown[],
  after: readonly unknown[],
  { path, key }: { path: string; key: string },
): FieldChange[] {
  const byKey = (list: readonly unknown[]): Map<unknown, unknown> =>
    new Map(list.map((item) => [(item as Fields)[key], item]));
  const [earlier, later] = [byKey(before), byKey(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((value) =>
    findChangedFields(earlier.get(value), later.get(value), `${path}[${String(value)}]`),
  );
}

/** Matches equal items. Matches the remaining items by their order, if both sides have the same number of them. */
function compareUnordered(before: readonly unknown[], after: readonly unknown[], path: string): FieldChange[] {
  const gone = removeEqual(before, after);
  const come = removeEqual(after, before);
  if (gone.length === come.length) {
    return gone.flatMap(({ item, position }, index) =>
      findChangedFields(item, come[index]?.item, `${path}[${String(position)}]`),
    );
  }
  return [
    ...gone.map(({ item, position }) => createChange(`${path}[${String(position)}]`, item, undefined)),
    ...come.map(({ item, position }) => createChange(`${path}[${String(position)}]`, undefined, item)),
  ];
}

interface Item {
  readonly item: unknown;
  readonly position: number;
}

/** The items of a list that another list lacks, or has less often. */
function removeEqual(list: readonly unknown[], other: readonly unknown[]): Item[] {
  const left = [...other];
  return list.flatMap((item, position) => {
    const found = left.findIndex((each) => isDeepStrictEqual(each, item));
    if (found < 0) return [{ item, position }];
    left.splice(found, 1);
    return [];
  });
}

function createChange(path: string, before: unknown, after: unknown): FieldChange {
  return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function joinPath(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
