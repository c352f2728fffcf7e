import {
  type FieldSet,
  formatKey,
  getMember,
  isRecord,
  type KubeObject,
  type ManagedFieldsEntry,
} from '../base/index.ts';
import type { Change } from '../cache/index.ts';
import { type Cause, type Causes, createCause } from '../queue/index.ts';
import { findDifferingPaths, isEqualOwned } from '../reconcile/index.ts';

/** Why keys are enqueued: the priority and the causes. */
export interface Why {
  /** Whether no change is known, so that the keys get low priority. */
  readonly initial: boolean;
  readonly causes: Causes;
}

/** The cause of an object in the first list of its kind or namespace. */
export const atStart: Why = { initial: true, causes: [createCause('start')] };

/**
 * Explains a change of an object.
 * @param whose `own` for a change of the reconciled resource itself, `other` for a change of another object
 */
export function explainChange(kind: string, change: Change<KubeObject>, whose: 'own' | 'other'): Why {
  if (change.initial) return atStart;
  const subject = whose === 'own' ? '' : `${kind} ${formatKey(change.key)}: `;
  return { initial: false, causes: [new ChangeCause(subject, describe(change), change)] };
}

/** Maximum number of changed paths in a log line. */
const pathsAtMost = 8;
const writersAtMost = 3;

/** Maximum length of a path in characters; longer ones are cut. */
const longestPath = 100;

interface Details {
  readonly paths: readonly string[];
  /** The field managers that have changed the fields at these paths. */
  readonly writers: readonly string[];
}

/** The cause of an enqueued key, in a log line: `Deployment default/web: spec.replicas by kubectl-scale`. */
class ChangeCause implements Cause {
  readonly #subject: string;
  readonly #did: string;
  /** The change; replaced by its details on first use, because most changes never appear in a log line. */
  #from: Change<KubeObject> | Details;

  constructor(subject: string, did: string, from: Change<KubeObject> | Details) {
    this.#subject = subject;
    this.#did = did;
    this.#from = from;
  }

  get id(): string {
    return `${this.#subject}${this.#did}`;
  }

  settle(): Details {
    if ('key' in this.#from) this.#from = { paths: listPaths(this.#from), writers: listWriters(this.#from) };
    return this.#from;
  }

  join(other: Cause): Cause {
    if (!(other instanceof ChangeCause)) return this;
    const [one, two] = [this.settle(), other.settle()];
    const paths = cut(unite(one.paths, two.paths), pathsAtMost);
    const writers = cut(unite(one.writers, two.writers), writersAtMost);
    return new ChangeCause(this.#subject, this.#did, { paths, writers });
  }

  toJSON(): string {
    const { paths, writers } = this.settle();
    const what = paths.length === 0 ? this.#did : paths.join(', ');
    return `${this.#subject}${what}${writers.length === 0 ? '' : ` by ${writers.join(', ')}`}`;
  }
}

function describe({ before, after }: Change<KubeObject>): string {
  if (after === undefined) return 'deleted';
  if (before === undefined) return 'created';
  return before.metadata.uid === after.metadata.uid ? 'changed' : 'recreated';
}

function listPaths(change: Change<KubeObject>): readonly string[] {
  if (describe(change) !== 'changed') return [];
  const paths = findDifferingPaths(change.before, change.after);
  return cut(
    paths.map((path) => (path.length > longestPath ? `${path.slice(0, longestPath)}…` : path)),
    pathsAtMost,
  );
}

/** Paths without a field manager: the API server records none for the start of a deletion. */
const deletion = /^metadata\.deletion/;

/** The field managers that own a changed field; if no manager owns one, the managers that wrote last. */
function listWriters(change: Change<KubeObject>): readonly string[] {
  const { before, after, managedFields = [] } = change;
  if (after === undefined || before === after) return [];
  const findOwners = (value: unknown): readonly ManagedFieldsEntry[] =>
    managedFields.filter(
      ({ fieldsV1 }) => before !== undefined && ownsDifference(dropContainers(fieldsV1, value), before, after),
    );
  // The entry of a map may stand for all of its fields, or for none if other managers have taken them.
  const ofFields = findOwners(after);
  const owners = ofFields.length > 0 ? ofFields : findOwners(undefined);
  const paths = listPaths(change);
  const isDeletion = paths.length > 0 && paths.every((path) => deletion.test(path));
  // A removed field has no owner any more: the last writer of the status, or of the rest, has removed it.
  const isOfStatus = paths.length > 0 && paths.every((path) => path.startsWith('status.'));
  const others = managedFields.filter(({ subresource }) => (subresource === 'status') === isOfStatus);
  const candidates = owners.length > 0 ? owners : isDeletion ? [] : others;
  const times = candidates.map(({ time = '' }) => time);
  const newest = times.reduce((one, other) => (one > other ? one : other), '');
  const writers = candidates.flatMap(({ manager, time = '' }) => (time === newest && manager ? [manager] : []));
  return cut([...new Set(writers)], writersAtMost);
}

function ownsDifference(owned: FieldSet, before: KubeObject, after: KubeObject): boolean {
  return Object.keys(owned).length > 0 && !isEqualOwned(owned, before, after);
}

/**
 * Removes the entries of maps and items in which the manager owns no field.
 * @param value the owned value: an empty entry is removed if the value there is a map; `undefined` keeps empty entries
 */
function dropContainers(fields: unknown, value: unknown): FieldSet {
  if (!isRecord(fields)) return {};
  const owned = Object.entries(fields as FieldSet).flatMap(([entry, node]) => {
    if (entry === '.') return [];
    const child = entry.startsWith('f:') && isRecord(value) ? getMember(value, entry.slice(2)) : undefined;
    if (Object.keys(node).length === 0) return isRecord(child) ? [] : [[entry, node] as const];
    const inner = dropContainers(node, child);
    return Object.keys(inner).length === 0 ? [] : [[entry, inner] as const];
  });
  return Object.fromEntries(owned);
}

function unite(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])];
}

/** Returns the first `atMost` texts, and a mark if there are more. */
function cut(texts: readonly string[], atMost: number): readonly string[] {
  const named = texts.filter((text) => text !== more);
  if (named.length <= atMost) return named.length === texts.length ? named : [...named, more];
  return [...named.slice(0, atMost), more];
}

const more = '…';
