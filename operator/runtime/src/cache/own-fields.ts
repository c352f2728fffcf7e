import type { KubeObject, OwnerReference } from '../base/index.ts';

/** What one manager has written to an object, or to its status. */
interface OwnFields {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
  /** JSON of the `fieldsV1` of an apply, with a mark for the uid of each owner: what differs between children of one template. */
  readonly text: string;
}

/** Of trimmed objects, for as long as they are in memory. */
const kept = new WeakMap<KubeObject, readonly OwnFields[]>();

/** Objects of one template own the same fields: each list of them is kept once. */
const interned = new Map<string, readonly OwnFields[]>();
const internedAtMost = 10_000;

/**
 * JSON text of the `fieldsV1` of the Apply entry of `manager`: exactly the fields that it has applied. `undefined` if it
 * has applied none, or was not among the managers that the object was trimmed for. KEP-555.
 *
 * @param subresource whose entry: `status`; absent for the object itself
 */
export function ownFieldsOf(object: KubeObject, manager: string, subresource = ''): string | undefined {
  const text = ownFields(object, manager).find(
    (each) => each.operation === 'Apply' && each.manager === manager && each.subresource === subresource,
  )?.text;
  return text?.replace(marks, (_, owner) => object.metadata.ownerReferences?.[Number(owner)]?.uid ?? '');
}

/**
 * Whether `manager` owns a part of `object` by an update, beside what it has applied: an apply then cannot remove it any
 * more. What has to be patched is disowned right after; a process may end in between.
 */
export function isOwnedByUpdate(object: KubeObject, manager: string): boolean {
  return ownFields(object, manager).some((each) => each.operation === 'Update' && each.manager === manager);
}

function ownFields(object: KubeObject, manager: string): readonly OwnFields[] {
  return kept.get(object) ?? ownFieldsIn(object, (each) => each === manager);
}

/** Makes an object smaller. */
export type Trim = <T extends KubeObject>(object: T) => T;

/**
 * A function that drops `metadata.managedFields`, about half of a small object, but remembers for `ownFieldsOf` what
 * `fieldManagers` have applied. The given object stays as it is; one without `managedFields` is returned itself.
 */
export function createTrim(fieldManagers: readonly string[]): Trim {
  const ours = new Set(fieldManagers);
  return (object) => {
    if (object.metadata.managedFields === undefined) return object;
    const { managedFields, ...metadata } = object.metadata;
    const trimmed = { ...object, metadata };
    const own = ownFieldsIn(object, (manager) => ours.has(manager));
    if (own.length > 0) kept.set(trimmed, intern(own));
    return trimmed;
  };
}

function ownFieldsIn({ metadata }: KubeObject, isOurs: (manager: string) => boolean): readonly OwnFields[] {
  const entries = (metadata.managedFields ?? []).filter(({ manager = '' }) => isOurs(manager));
  return entries.flatMap(({ manager = '', operation, subresource = '', fieldsV1 }): OwnFields[] => {
    if (operation === 'Update') return subresource === '' ? [{ manager, operation, subresource, text: '' }] : [];
    if (operation !== 'Apply' || !['', 'status'].includes(subresource)) return [];
    const text = marked(JSON.stringify(fieldsV1 ?? {}), metadata.ownerReferences);
    return [{ manager, operation, subresource, text }];
  });
}

/** No JSON text has this character. */
const mark = '\0';
const marks = /\0(\d+)\0/g;

/** Real ones are UUIDs; a shorter one could be a part of a mark. */
const shortestUid = 8;

function marked(text: string, owners: readonly OwnerReference[] = []): string {
  return owners.reduce(
    (each, { uid }, index) =>
      uid.length < shortestUid ? each : each.replaceAll(uid, `${mark}${String(index)}${mark}`),
    text,
  );
}

function intern(own: readonly OwnFields[]): readonly OwnFields[] {
  const text = own.map((each) => Object.values(each).join(' ')).join('\n');
  const known = interned.get(text);
  if (known !== undefined) return known;
  if (interned.size >= internedAtMost) interned.clear();
  interned.set(text, own);
  return own;
}
