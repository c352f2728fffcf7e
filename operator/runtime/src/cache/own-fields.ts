import type { FieldSet, KubeObject, ManagedFieldsEntry, OwnerReference } from '../base/index.ts';

/** No JSON text has this character. */
const mark = '\0';

/** The fields that one manager owns in an object, or in its status. Shared by all objects that are alike. */
class OwnFields {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
  /**
   * The `fieldsV1` of an apply as JSON, with a mark for the uid of each owner: only these differ between children of
   * one template.
   */
  readonly text: string;
  #fields: FieldSet | undefined;

  constructor({
    manager,
    operation,
    subresource,
    text,
  }: Pick<OwnFields, 'manager' | 'operation' | 'subresource' | 'text'>) {
    this.manager = manager;
    this.operation = operation;
    this.subresource = subresource;
    this.text = text;
  }

  /** `text`, parsed once. Under `f:ownerReferences` a number is in the place of a uid. */
  get fields(): FieldSet {
    return (this.#fields ??= JSON.parse(this.text.replaceAll(mark, '')) as FieldSet);
  }
}

/**
 * What is remembered of trimmed objects, for as long as these are in memory: in parts, because a WeakMap of 80,000 objects
 * blocks for 35 ms when it has to grow.
 */
const partitions = Array.from({ length: 64 }, () => new WeakMap<KubeObject, readonly OwnFields[]>());

/** The part in which an object is, by its resource version: a text that is no number is in the first. */
function getPartition({ metadata }: KubeObject): WeakMap<KubeObject, readonly OwnFields[]> | undefined {
  return partitions[Number(metadata.resourceVersion) % partitions.length || 0];
}

/** Objects of one template own the same fields: each list of them is kept once. */
const interned = new Map<string, readonly OwnFields[]>();
const internedAtMost = 10_000;

/**
 * The Apply entry of `manager`: exactly the fields that it has applied. `undefined` if it has applied none, or was not
 * among the managers that the object was trimmed for. KEP-555.
 *
 * @param subresource `status` for the entry of the status; absent for that of the object itself
 */
export function findOwnFields(
  object: KubeObject,
  manager: string,
  subresource = '',
): Pick<OwnFields, 'text' | 'fields'> | undefined {
  return listOwnFields(object, manager).find(
    (each) => each.operation === 'Apply' && each.manager === manager && each.subresource === subresource,
  );
}

/**
 * Whether `manager` owns a part of `object` by an update, beside what it has applied: an apply then cannot remove that
 * part any more. A child that has to be patched is disowned right after; a process may end in between.
 */
export function isOwnedByUpdate(object: KubeObject, manager: string): boolean {
  return listOwnFields(object, manager).some((each) => each.operation === 'Update' && each.manager === manager);
}

function listOwnFields(object: KubeObject, manager: string): readonly OwnFields[] {
  return getPartition(object)?.get(object) ?? collectOwnFields(object, (each) => each === manager);
}

/** Drops fields from an object. */
export type Trim = <T extends KubeObject>(object: T) => T;

/**
 * A function that drops `metadata.managedFields`, about half of a small object, but remembers for `findOwnFields` what
 * `fieldManagers` have applied. It does not change its argument, and returns an object without `managedFields` itself.
 */
export function createTrim(fieldManagers: readonly string[]): Trim {
  const ours = new Set(fieldManagers);
  return (object) => {
    if (object.metadata.managedFields === undefined) return object;
    const { managedFields, ...metadata } = object.metadata;
    const trimmed = { ...object, metadata };
    const own = collectOwnFields(object, (manager) => ours.has(manager));
    if (own.length > 0) getPartition(trimmed)?.set(trimmed, intern(own));
    return trimmed;
  };
}

function collectOwnFields({ metadata }: KubeObject, isOurs: (manager: string) => boolean): readonly OwnFields[] {
  const own: OwnFields[] = [];
  for (const entry of metadata.managedFields ?? []) {
    const { manager = '', operation, subresource = '', fieldsV1 = {} } = entry;
    if (!isOurs(manager) || !isRemembered(entry)) continue;
    const text = operation === 'Apply' ? markUids(JSON.stringify(fieldsV1), metadata.ownerReferences) : '';
    own.push(new OwnFields({ manager, operation: operation as OwnFields['operation'], subresource, text }));
  }
  return own;
}

/** What we apply to an object or to its status, and that we have updated it. */
function isRemembered({ operation, subresource = '' }: ManagedFieldsEntry): boolean {
  if (subresource === 'status') return operation === 'Apply';
  return subresource === '' && (operation === 'Apply' || operation === 'Update');
}

/** Real uids are UUIDs; a shorter one could be a part of a mark. */
const shortestUid = 8;

function markUids(text: string, owners: readonly OwnerReference[] = []): string {
  return owners.reduce(
    (each, { uid }, index) =>
      uid.length < shortestUid ? each : each.replaceAll(uid, `${mark}${String(index)}${mark}`),
    text,
  );
}

function intern(own: readonly OwnFields[]): readonly OwnFields[] {
  let id = '';
  for (const { manager, operation, subresource, text } of own) id += `${manager} ${operation} ${subresource} ${text}\n`;
  const known = interned.get(id);
  if (known !== undefined) return known;
  if (interned.size >= internedAtMost) interned.clear();
  interned.set(id, own);
  return own;
}
