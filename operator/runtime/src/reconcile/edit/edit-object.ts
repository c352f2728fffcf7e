import {
  formatApiVersion,
  formatKey,
  type Kind,
  type KubeObject,
  type ObjectKey,
  OperatorError,
  toJsonError,
} from '../../base/index.ts';
import { buildEditor, findOwnFields } from '../../cache/index.ts';
import { type ApiError, isApiError } from '../../client/index.ts';
import { computeHash, isCoveringExactly, isEqualOwned } from '../compare/index.ts';
import type { Desired, EditOptions } from '../declare/index.ts';
import { isOwner, rejectUnserved, type Run, type Signature } from '../write/index.ts';

/** The edit of one object in one reconcile. */
interface Edit<T extends KubeObject> {
  readonly run: Run;
  readonly kind: Kind<T>;
  readonly key: ObjectKey;
  readonly desired: Desired<T>;
  readonly manager: string;
}

/**
 * Sets fields of an existing object, with a field manager that belongs to the owner alone; sends nothing if they are up
 * to date. Guarantees: the write has the `uid` of the object, so that it neither creates the object nor changes a later
 * one with its name; the cache then contains the response or a newer state. Errors: `EDIT_NOT_FOUND`, `EDIT_CONFLICT`,
 * `NOT_LEADER`, `ApiError`; those of `rejectUnserved` for an object that could not be given back.
 */
export async function editObject<T extends KubeObject>(
  edit: Omit<Edit<T>, 'manager'>,
  { force = false }: EditOptions,
): Promise<T> {
  const { run, kind, key } = edit;
  const { environment, owner } = run;
  rejectUnserved(run, { verb: 'edit', kind }, key);
  run.noteEdited(kind, key);
  const whole = { ...edit, manager: buildEditor(environment.fieldManager, owner.metadata.uid) };
  const live = await findObject(whole);
  const hash = hashEdit(whole);
  if (isUpToDate(whole, live, hash)) return live;
  const object = buildObject(whole, live.metadata.uid);
  const between = (after: T) => [omitStatus(live), omitStatus(after)] as const;
  const { answer, held } = await environment.gateway
    .apply(run, kind, {
      ...{ object, force, manager: whole.manager },
      message: (after) => ({
        ...{ did: 'edited an object', would: 'would edit an object', target: 'edited' },
        between: between(after),
      }),
    })
    .catch((error: unknown): never => {
      throw toEditError(whole, error);
    });
  remember(whole, hash, answer);
  if (!environment.dryRun) environment.notifyOfEdit?.(owner, kind, { before: live, after: answer });
  return held;
}

/** Returns the cached object, or reads it from the API server if the watch does not show it yet. */
async function findObject<T extends KubeObject>({ run, kind, key }: Edit<T>): Promise<T> {
  const { environment, owner, ownerKind, signal } = run;
  if (isOwner({ owner, ownerKind }, kind, key)) return owner as T;
  const cache = environment.getCache(kind);
  const held = cache.get(key);
  if (held !== undefined) return held;
  const live = await environment.client.resource(kind).tryGet(key, { signal });
  if (live !== undefined) return cache.trim(live);
  const what = `edit ${kind.kind} ${formatKey(key)}`;
  const hint = `${kind.kind} ${formatKey(key)} does not exist; its fields are set once it exists`;
  throw new OperatorError('EDIT_NOT_FOUND', what, { object: key, hint });
}

function buildObject<T extends KubeObject>({ kind, key, desired }: Edit<T>, uid: string) {
  const { metadata, ...rest } = desired;
  const { labels, annotations } = metadata;
  return {
    ...{ apiVersion: formatApiVersion(kind), kind: kind.kind, ...rest },
    metadata: { ...key, uid, ...(labels && { labels }), ...(annotations && { annotations }) },
  };
}

function hashEdit<T extends KubeObject>({ kind, key, desired }: Edit<T>): string {
  try {
    return computeHash(desired);
  } catch (error) {
    throw toJsonError(error, `edit ${kind.kind} ${formatKey(key)}`, desired) ?? error;
  }
}

/**
 * Whether we own exactly the desired fields of the object, with the desired values, or the API server has stored these
 * in another form.
 */
function isUpToDate<T extends KubeObject>({ run, kind, key, desired, manager }: Edit<T>, live: T, hash: string) {
  const own = findOwnFields(live, manager);
  if (own === undefined) return isEmptyEdit(desired);
  const signature: Signature = { hash, fields: own.text };
  const { children } = run.memory;
  if (children.has(kind, key, signature)) return true;
  const { metadata, ...rest } = desired;
  const { 'f:metadata': ofMetadata = {}, ...ofRest } = own.fields;
  const { labels, annotations } = metadata;
  const isOwned = isCoveringExactly(ofMetadata, { labels, annotations }) && isCoveringExactly(ofRest, rest);
  if (!isOwned || !isEqualOwned(own.fields, live, desired)) return false;
  children.set(kind, key, signature);
  return true;
}

/** Whether an edit has no fields: applying it would leave no field manager. */
function isEmptyEdit({ metadata: { labels, annotations }, ...rest }: Desired<KubeObject>): boolean {
  return isCoveringExactly({}, { ...rest, labels, annotations });
}

function remember<T extends KubeObject>({ run, kind, key, manager }: Edit<T>, hash: string, answer: T): void {
  run.memory.children.set(kind, key, { hash, fields: findOwnFields(answer, manager)?.text });
}

/** Omits the status, because another controller writes it. */
function omitStatus({ status: _status, ...rest }: KubeObject & { readonly status?: unknown }): object {
  return rest;
}

/** Turns a conflict into `EDIT_CONFLICT`, which names the fields and the managers that own them. */
function toEditError<T extends KubeObject>({ kind, key }: Edit<T>, error: unknown): unknown {
  const conflicts = isApiError(error, 409) ? listConflicts(error) : [];
  if (conflicts.length === 0) return error;
  const title = `${kind.kind} ${formatKey(key)}`;
  const hint = `${title}: ${conflicts.join(', ')}; edit other fields, or take these over with { force: true }`;
  return new OperatorError('EDIT_CONFLICT', `edit ${title}`, { object: key, hint, cause: error });
}

function listConflicts({ causes }: ApiError): readonly string[] {
  return causes
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(
      ({ field = '', message = '' }) => `${field} belongs to ${/"([^"]*)"/.exec(message)?.[1] ?? 'another manager'}`,
    );
}
