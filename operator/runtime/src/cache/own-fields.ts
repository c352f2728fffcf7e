import { buildEditorPrefix, parseEditor } from './editors.ts';
import type { FieldSet, KubeObject, ManagedFieldsEntry, OwnerReference } from '../base/index.ts';

/** Replaces uids in JSON texts, which cannot contain this character. */
const mark = '\0';

/** The fields that one field manager owns in an object or in its status. Objects with the same owned fields share it. */
class OwnFields {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
  /**
   * The `fieldsV1` of an apply as JSON, with a mark instead of each owner's uid, because children of one template
   * differ only in that.
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

  /** The parsed `text`. Under `f:ownerReferences`, a number replaces the uid. */
  get fields(): FieldSet {
    return (this.#fields ??= JSON.parse(this.text.replaceAll(mark, '')) as FieldSet);
  }
}

/**
 * The managed fields of trimmed objects, for as long as the objects are in memory. Partitioned, because one WeakMap of
 * 80,000 objects blocks for 35 ms when it grows.
 */
const partitions = Array.from({ length: 64 }, () => new WeakMap<KubeObject, readonly OwnFields[]>());

/** The partition for an object by its resource version; the first one if the version is not a number. */
function getPartition({ metadata }: KubeObject): WeakMap<KubeObject, readonly OwnFields[]> | undefined {
  return partitions[Number(metadata.resourceVersion) % partitions.length || 0];
}

/** Stores each list of fields once, because all objects of one template own the same fields. */
const interned = new Map<string, readonly OwnFields[]>();
const internedAtMost = 10_000;

/**
 * Returns the fields that `manager` has applied to `object`: its managed-fields entry with the operation Apply
 * (KEP-555). `undefined` if it has applied none, or if the object was trimmed without remembering this manager.
 * @param subresource `status` for fields of the status; absent for all other fields
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
 * Whether `manager` owns fields of `object` through an update, which an apply cannot remove. A repair patch gives up
 * this ownership at once, unless the process ends in between.
 */
export function isOwnedByUpdate(object: KubeObject, manager: string): boolean {
  return listOwnFields(object, manager).some((each) => each.operation === 'Update' && each.manager === manager);
}

function listOwnFields(object: KubeObject, manager: string): readonly OwnFields[] {
  return getPartition(object)?.get(object) ?? collectOwnFields(object, (each) => each === manager);
}

/**
 * The fields that each owner has applied to an object through `buildEditor(fieldManager, uid)`, by the uid of the
 * owner.
 */
export function listEdits(object: KubeObject, fieldManager: string): ReadonlyMap<string, string> {
  const wanted = buildEditorPrefix(fieldManager);
  const isOurs = (manager: string): boolean => parseEditor(manager)?.prefix === wanted;
  const own = getPartition(object)?.get(object) ?? collectOwnFields(object, isOurs);
  const edits = new Map<string, string>();
  for (const { manager, operation, subresource, text } of own) {
    const editor = parseEditor(manager);
    if (editor?.prefix === wanted && operation === 'Apply' && subresource === '') edits.set(editor.uid, text);
  }
  return edits;
}

/** Returns a copy of an object without some fields, or the object itself. */
export type Trim = <T extends KubeObject>(object: T) => T;

/**
 * Creates a function that drops `metadata.managedFields`, which is about half of a small object. For `findOwnFields` it
 * remembers the fields that `fieldManagers` have applied, also on behalf of single owners (`buildEditor`). It does not
 * change its argument, and returns an object without `managedFields` as it is.
 */
export function createTrim(fieldManagers: readonly string[]): Trim {
  const ours = new Set(fieldManagers);
  const editors = new Set(fieldManagers.map((each) => buildEditorPrefix(each)));
  const isOurs = (manager: string): boolean => ours.has(manager) || editors.has(parseEditor(manager)?.prefix ?? '');
  return (object) => {
    if (object.metadata.managedFields === undefined) return object;
    const { managedFields, ...metadata } = object.metadata;
    const trimmed = { ...object, metadata };
    const own = collectOwnFields(object, isOurs);
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

/** Whether to remember a managed-fields entry: applies of an object or its status, and updates of an object. */
function isRemembered({ operation, subresource = '' }: ManagedFieldsEntry): boolean {
  if (subresource === 'status') return operation === 'Apply';
  return subresource === '' && (operation === 'Apply' || operation === 'Update');
}

/** Real uids are UUIDs. A much shorter uid in a test could be part of other text. */
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
