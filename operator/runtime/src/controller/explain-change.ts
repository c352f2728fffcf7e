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

/** Why keys are enqueued. */
export interface Why {
  /** Whether without a known change: with low priority. */
  readonly initial: boolean;
  readonly causes: Causes;
}

/** The object was in the first list of its kind, or of its namespace. */
export const atStart: Why = { initial: true, causes: [createCause('start')] };

/** @param whose `own` for a change of the resource itself, `other` for a change of another object */
export function explainChange(kind: string, change: Change<KubeObject>, whose: 'own' | 'other'): Why {
  if (change.initial) return atStart;
  const subject = whose === 'own' ? '' : `${kind} ${formatKey(change.key)}: `;
  return { initial: false, causes: [new ChangeCause(subject, describe(change), change)] };
}

/** More than people read in a log line. */
const pathsAtMost = 8;
const writersAtMost = 3;

/** As long as most paths; a field of any name may be longer. */
const longestPath = 100;

interface Details {
  readonly paths: readonly string[];
  /** The field managers that have changed them. */
  readonly writers: readonly string[];
}

/** A change of an object: `Deployment default/web: spec.replicas by kubectl-scale`. */
class ChangeCause implements Cause {
  readonly #subject: string;
  readonly #did: string;
  /** The change until its details are known: most changes never reach a log line. */
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

/** The API server records no manager for the start of a deletion. */
const deletion = /^metadata\.deletion/;

/** The field managers that own a field that differs; without one, those that wrote last. */
function listWriters(change: Change<KubeObject>): readonly string[] {
  const { before, after, managedFields = [] } = change;
  if (after === undefined || before === after) return [];
  const findOwners = (value: unknown): readonly ManagedFieldsEntry[] =>
    managedFields.filter(
      ({ fieldsV1 }) => before !== undefined && ownsDifference(dropContainers(fieldsV1, value), before, after),
    );
  // An entry of a map may stand for all of its fields, or for none if others have taken them.
  const ofFields = findOwners(after);
  const owners = ofFields.length > 0 ? ofFields : findOwners(undefined);
  const paths = listPaths(change);
  const isDeletion = paths.length > 0 && paths.every((path) => deletion.test(path));
  // The last writer of the status, or of the rest, has removed a field that has no owner.
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
 * Without the entries of maps and items of which a manager owns no field.
 *
 * @param value the owned value: empty entries of its maps are dropped, too. `undefined` retains them
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

/** The first texts; a mark stands for the others. */
function cut(texts: readonly string[], atMost: number): readonly string[] {
  const named = texts.filter((text) => text !== more);
  if (named.length <= atMost) return named.length === texts.length ? named : [...named, more];
  return [...named.slice(0, atMost), more];
}

const more = '…';
