import {
  formatKey,
  type Kind,
  type KubeObject,
  type LogFields,
  type ObjectKey,
  OperatorError,
} from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import { editObject } from '../edit/index.ts';
import { applyChild, deleteChild, getLiveChild, keepChild, resolveChildKey } from '../child/index.ts';
import {
  canExist,
  type ControllerDefinition,
  type Edits,
  type Events,
  type Gets,
  type IndexedReads,
  type LiveKind,
  type NamedKind,
  type NamedReads,
  toIndexValues,
  type OwnedKind,
  type Owns,
  type OwnsAndDeletes,
  type ReadKind,
  type Reads,
  type Self,
  type StatusWriter,
} from '../declare/index.ts';
import { deleteOwner } from './delete-owner.ts';
import { patchStatus, listReported, withReported, writeStatus } from '../status/index.ts';
import { type AnyStatus, findOwnChild, indexByOwner, isOwner, type Run } from '../write/index.ts';

/** Creates the context of one reconcile: a handle per declared kind, and everything that each context has. */
export function createContext(run: Run, definition: ControllerDefinition): Readonly<Record<string, unknown>> {
  const handles: (readonly [string, unknown])[] = [
    ...Object.entries(definition.owns).map(([name, owned]) => [name, createOwnsHandle(run, owned)] as const),
    ...Object.entries(definition.edits).map(
      ([name, { kind }]) => [name, createEditsHandle(run, kind, definition)] as const,
    ),
    ...Object.entries(definition.reads).map(
      ([name, read]) => [name, createReadHandle(run, read, { controller: definition.name, reads: name })] as const,
    ),
    ...Object.entries(definition.watches).map(
      ([name, watch]) => [name, createReadHandle(run, watch, { controller: definition.name, watches: name })] as const,
    ),
  ];
  const { log, signal, environment } = run;
  const basics = {
    ...(environment.statusUse !== 'none' && { status: createStatusWriter(run) }),
    events: createEvents(run),
    log,
    signal,
    clock: environment.clock,
    dryRun: environment.dryRun,
  };
  const self = definition.self === undefined ? {} : { self: createSelf(run) };
  return { ...environment.injected, ...Object.fromEntries(handles), ...basics, ...self };
}

function createSelf(run: Run): Self {
  return { delete: ({ note } = {}) => run.startCall(() => deleteOwner(run, note)) };
}

function createStatusWriter(run: Run): StatusWriter<unknown> {
  const set = (status: AnyStatus): void => {
    run.stated = status;
  };
  // Read once, because a later save would take the Ready of an earlier save for the report of a failed reconcile.
  let reported: ReturnType<typeof listReported> | undefined;
  const save = async (status: AnyStatus): Promise<void> => {
    set(status);
    reported ??= listReported(run);
    await writeStatus(run, withReported(status, reported));
  };
  const patch = (fields: AnyStatus): void => {
    run.stated = patchStatus(run, fields);
  };
  return { set, patch, save: (status) => run.startCall(() => save(status)) };
}

const emitted = 'emitted an event';
const notEmitted = 'did not emit an event';

/**
 * Creates `events` of the context. Each event is also logged, because the log keeps it for longer, and names the
 * reconcile.
 */
function createEvents(run: Run): Events {
  const { log, signal, environment } = run;
  const { recorder } = environment;
  return {
    normal: (reason, note) => {
      signal.throwIfAborted();
      if (recorder.normal(run, reason, note)) log.info(emitted, { reason, note });
      else log.debug(notEmitted, { reason, note });
    },
    warning: (reason, note) => {
      signal.throwIfAborted();
      if (recorder.warning(run, reason, note)) log.warn(emitted, { reason, note });
      else log.debug(notEmitted, { reason, note });
    },
  };
}

function createReadsHandle<T extends KubeObject>(run: Run, cache: CacheView<T>): Reads<T> {
  const { kind } = cache;
  return {
    get: (name, namespace) => cache.get(resolveKey(run, kind, { name, namespace })),
    list: (namespace = run.owner.metadata.namespace) => cache.list(kind.namespaced ? namespace : undefined),
    listAll: () => cache.list(),
  };
}

function createReadHandle(run: Run, read: ReadKind | LiveKind | NamedKind, logFields: LogFields): unknown {
  if ('live' in read) return createGetsHandle(run, read);
  return 'named' in read ? createNamedHandle(run, read) : createViewHandle(run, read, logFields);
}

function createNamedHandle(run: Run, read: NamedKind): NamedReads<KubeObject> {
  const { kind } = read;
  const view = run.environment.getNamed(read);
  return {
    get: (name, namespace) => {
      const key = resolveKey(run, kind, { name, namespace });
      if (!canExist(key)) return undefined;
      if (view.listKeys(run.owner).every((each) => formatKey(each) !== formatKey(key)))
        throw buildUnnamedError(run, kind, key);
      return view.get(key);
    },
    list: () => view.listKeys(run.owner).flatMap((key) => view.get(key) ?? []),
  };
}

function buildUnnamedError({ ownerKind }: Run, { kind }: Kind, object: ObjectKey): OperatorError {
  const hint = `named(${ownerKind.kind}, …) does not return this name for the reconciled object, so the operator does not watch it; add it there`;
  return new OperatorError('DECLARATION_INVALID', `read ${kind} ${formatKey(object)}`, { hint, object });
}

function createGetsHandle<T extends KubeObject>(run: Run, { kind, names }: LiveKind<T>): Gets<T> {
  return {
    get: (name, namespace) =>
      run.startCall(async () => {
        if (names?.includes(name) === false) throw buildUnlistedNameError(kind, name, names);
        const key = resolveKey(run, kind, { name, namespace });
        return run.environment.client.resource(kind).tryGet(key, { signal: run.signal });
      }),
  };
}

function buildUnlistedNameError({ kind }: Kind, name: string, names: readonly string[]): OperatorError {
  const hint = `gets(${kind}) lists only ${names.join(', ')}; add the name there, and RBAC will grant it`;
  return new OperatorError('DECLARATION_INVALID', `get the ${kind} ${name}`, { hint });
}

/**
 * Creates the handle of a kind that is read or watched; `undefined` while the kind is not installed.
 * @param logFields added to log lines about the kind
 */
function createViewHandle(run: Run, read: ReadKind, logFields: LogFields): Reads<KubeObject> | undefined {
  const { indexes, optional } = read;
  const cache = run.environment.getView(read);
  if (optional === true && !cache.isPresent) return undefined;
  const all = createReadsHandle(run, cache);
  if (indexes === undefined) return all;
  const rows = new Map(
    Object.entries(indexes).map(([index, by]) => [index, cache.indexBy(toIndexValues(by), { ...logFields, index })]),
  );
  const indexed: IndexedReads<KubeObject, string> = { ...all, by: (index, value) => rows.get(index)?.get(value) ?? [] };
  return indexed;
}

/** Creates the handle of an owned kind; `undefined` while the kind is not installed. */
function createOwnsHandle<T extends KubeObject>(
  run: Run,
  { kind, delete: deletes, optional }: OwnedKind<T>,
): Owns<T> | undefined {
  const cache = run.environment.getCache(kind);
  if (optional === true && !cache.isPresent) return undefined;
  const owned: Owns<T> = {
    get: (name, namespace) => findOwnChild(cache, resolveKey(run, kind, { name, namespace }), run.owner),
    list: (namespace = run.owner.metadata.namespace) =>
      owned
        .listAll()
        .filter((child) => namespace === undefined || !kind.namespaced || child.metadata.namespace === namespace),
    listAll: () => cache.indexBy(indexByOwner).get(run.owner.metadata.uid),
    getLive: (name, namespace) =>
      run.startCall(async () =>
        getLiveChild(run, kind, resolveChildKey(run, { verb: 'get', kind }, { name, namespace })),
      ),
    apply: (desired) => run.startCall(() => applyChild(run, kind, desired)),
    keep: (metadata) => run.startCall(() => keepChild(run, kind, metadata)),
    delete: () => run.startCall(() => Promise.reject(buildUndeclaredDeleteError(kind))),
  };
  if (!deletes) return owned;
  const deleting: OwnsAndDeletes<T> = {
    ...owned,
    delete: (name, options = {}) =>
      run.startCall(async () => {
        const { namespace, note: because } = typeof options === 'string' ? { namespace: options } : options;
        const key = resolveChildKey(run, { verb: 'delete', kind }, { name, namespace });
        return deleteChild({ run, kind, because }, key);
      }),
  };
  return deleting;
}

function createEditsHandle<T extends KubeObject>(
  run: Run,
  kind: Kind<T>,
  { finalizer }: Pick<ControllerDefinition, 'finalizer'>,
): Edits<T> {
  return {
    ...createReadsHandle(run, run.environment.getCache(kind)),
    apply: (desired, options = {}) =>
      run.startCall(async () => {
        const key = resolveKey(run, kind, desired.metadata);
        if (finalizer === undefined && !isOwner(run, kind, key)) throw buildNoFinalizerError(run, kind, key);
        return editObject({ run, kind, key, desired }, options);
      }),
  };
}

function buildNoFinalizerError({ owner }: Run, { kind }: Kind, key: ObjectKey): OperatorError {
  const hint = `add finalizer: { name } to the controller, so that a deleted ${owner.kind} gives other objects back`;
  return new OperatorError('DECLARATION_INVALID', `edit ${kind} ${formatKey(key)}`, { hint });
}

function buildUndeclaredDeleteError({ kind }: Kind): OperatorError {
  const hint = `declare owns(${kind}, { delete: true }), which also grants the permission to delete`;
  return new OperatorError('DECLARATION_INVALID', `delete a ${kind}`, { hint });
}

function resolveKey(
  run: Run,
  kind: Kind,
  child: { readonly name: string; readonly namespace?: string | undefined },
): ObjectKey {
  const { name, namespace = run.owner.metadata.namespace } = child;
  if (!kind.namespaced) return { name };
  if (namespace !== undefined) return { namespace, name };
  const hint = `${run.owner.kind} is cluster-scoped; set the namespace`;
  throw new OperatorError('DECLARATION_INVALID', `read ${kind.kind} ${name}`, { hint });
}
