import type { KubeObject, OwnerReference } from '../base/index.ts';

/** What one manager has applied to an object, or to its status. */
interface OwnFields {
  readonly manager: string;
  readonly subresource: string;
  /** JSON of `fieldsV1`, with a mark for the uid of each owner: what differs between children made from one template. */
  readonly text: string;
}

/** Of trimmed objects, for as long as they are in memory. */
const kept = new WeakMap<KubeObject, readonly OwnFields[]>();

/** Objects made from one template own the same fields: each list of them is kept once. */
const interned = new Map<string, readonly OwnFields[]>();
const internedAtMost = 10_000;

/**
 * JSON text of the `fieldsV1` of the Apply entry of `manager`: exactly the fields that it has applied. `undefined` if it
 * has applied none, or was not among the managers that the object was trimmed for. KEP-555.
 *
 * @param subresource whose entry: `status`; absent for the object itself
 */
export function ownFieldsOf(object: KubeObject, manager: string, subresource = ''): string | undefined {
  const own = kept.get(object) ?? ownFieldsIn(object, (each) => each === manager);
  const text = own.find((each) => each.manager === manager && each.subresource === subresource)?.text;
  return text?.replace(marks, (_, owner) => object.metadata.ownerReferences?.[Number(owner)]?.uid ?? '');
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
  const own: OwnFields[] = [];
  for (const { manager = '', operation, subresource = '', fieldsV1 } of metadata.managedFields ?? []) {
    if (operation !== 'Apply' || !isOurs(manager) || (subresource !== '' && subresource !== 'status')) continue;
    own.push({ manager, subresource, text: marked(JSON.stringify(fieldsV1 ?? {}), metadata.ownerReferences) });
  }
  return own;
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
  const text = own.map((each) => `${each.manager} ${each.subresource} ${each.text}`).join('\n');
  const known = interned.get(text);
  if (known !== undefined) return known;
  if (interned.size >= internedAtMost) interned.clear();
  interned.set(text, own);
  return own;
}
