import type { KubeObject, ManagedFieldsEntry } from '../base/index.ts';

/** What one manager has applied to an object, or to its status. */
interface OwnFields {
  readonly manager: string;
  readonly subresource: string;
  /** JSON of `fieldsV1`. */
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
  const own = kept.get(object) ?? ownFieldsIn(object.metadata.managedFields, (each) => each === manager);
  return own.find((each) => each.manager === manager && each.subresource === subresource)?.text;
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
    const own = ownFieldsIn(managedFields, (manager) => ours.has(manager));
    if (own.length > 0) kept.set(trimmed, intern(own));
    return trimmed;
  };
}

function ownFieldsIn(
  entries: readonly ManagedFieldsEntry[] = [],
  isOurs: (manager: string) => boolean,
): readonly OwnFields[] {
  const own: OwnFields[] = [];
  for (const { manager = '', operation, subresource = '', fieldsV1 } of entries) {
    const wanted = operation === 'Apply' && isOurs(manager) && (subresource === '' || subresource === 'status');
    if (wanted) own.push({ manager, subresource, text: JSON.stringify(fieldsV1 ?? {}) });
  }
  return own;
}

function intern(own: readonly OwnFields[]): readonly OwnFields[] {
  const text = own.map((each) => `${each.manager} ${each.subresource} ${each.text}`).join('\n');
  const known = interned.get(text);
  if (known !== undefined) return known;
  if (interned.size >= internedAtMost) interned.clear();
  interned.set(text, own);
  return own;
}
