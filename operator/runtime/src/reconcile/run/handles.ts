import {
  controllerOf,
  type Kind,
  type KubeObject,
  type LogFields,
  type ObjectKey,
  OperatorError,
} from '../../base/index.ts';
import type { CacheView } from '../../cache/index.ts';
import { applyChild, deleteChild, getLiveChild, keepChild } from '../child/index.ts';
import {
  type ControllerDefinition,
  type Events,
  type IndexedReads,
  indexValues,
  namespaceOfChild,
  type Owns,
  type OwnsAndDeletes,
  type ReadKind,
  type Reads,
  type StatusWriter,
} from '../declare/index.ts';
import { withStoredError, writeStatus } from '../status/index.ts';
import { type AnyStatus, ownChildIn, type Run } from '../write/index.ts';

/** The context of one reconcile: a handle per declared kind, and the basics. */
export function contextOf(run: Run, definition: ControllerDefinition): Readonly<Record<string, unknown>> {
  const handles: (readonly [string, unknown])[] = [
    ...Object.entries(definition.owns).map(
      ([name, owned]) => [name, ownsHandle(run, owned.kind, owned.delete)] as const,
    ),
    ...Object.entries(definition.reads).map(
      ([name, read]) => [name, viewHandle(run, read, { controller: definition.name, reads: name })] as const,
    ),
    ...Object.entries(definition.watches).map(
      ([name, watch]) => [name, viewHandle(run, watch, { controller: definition.name, watches: name })] as const,
    ),
  ];
  const { log, signal, environment } = run;
  const basics = {
    status: statusWriter(run),
    events: eventsOf(run),
    log,
    signal,
    clock: environment.clock,
    dryRun: environment.dryRun,
  };
  return { ...environment.injected, ...Object.fromEntries(handles), ...basics };
}

function statusWriter(run: Run): StatusWriter<unknown> {
  const set = (status: AnyStatus): void => {
    run.stated = status;
  };
  const save = async (status: AnyStatus): Promise<void> => {
    set(status);
    await writeStatus(run, withStoredError(run, status));
  };
  return { set, save: (status) => run.startCall(() => save(status)) };
}

const emitted = 'emitted an event';
const notEmitted = 'did not emit an event';

/** Each event is also logged: the log keeps it for longer, and names its reconcile. */
function eventsOf(run: Run): Events {
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

function readsHandle<T extends KubeObject>(run: Run, cache: CacheView<T>): Reads<T> {
  const { kind } = cache;
  return {
    get: (name, namespace) => cache.get(keyIn(run, kind, { name, namespace })),
    list: (namespace = run.owner.metadata.namespace) => cache.list(kind.namespaced ? namespace : undefined),
    listAll: () => cache.list(),
  };
}

/** @param whose further fields of its log lines */
function viewHandle(run: Run, read: ReadKind, whose: LogFields): Reads<KubeObject> {
  const { indexes } = read;
  const cache = run.environment.viewOf(read);
  const all = readsHandle(run, cache);
  if (indexes === undefined) return all;
  const rows = new Map(
    Object.entries(indexes).map(([index, by]) => [index, cache.indexBy(indexValues(by), { ...whose, index })]),
  );
  const indexed: IndexedReads<KubeObject, string> = { ...all, by: (index, value) => rows.get(index)?.get(value) ?? [] };
  return indexed;
}

function ownsHandle<T extends KubeObject>(run: Run, kind: Kind<T>, deletes: boolean): Owns<T> {
  const cache = run.environment.cacheOf(kind);
  const owned: Owns<T> = {
    get: (name, namespace) => ownChildIn(cache, keyIn(run, kind, { name, namespace }), run.owner),
    list: (namespace = run.owner.metadata.namespace) =>
      owned
        .listAll()
        .filter((child) => namespace === undefined || !kind.namespaced || child.metadata.namespace === namespace),
    listAll: () => cache.indexBy(byController).get(run.owner.metadata.uid),
    getLive: (name, namespace) =>
      run.startCall(async () => getLiveChild(run, kind, childKey(run, { verb: 'get', kind }, { name, namespace }))),
    apply: (desired) => run.startCall(() => applyChild(run, kind, desired)),
    keep: (metadata) => run.startCall(() => keepChild(run, kind, metadata)),
    delete: () => run.startCall(() => Promise.reject(undeclaredDelete(kind))),
  };
  if (!deletes) return owned;
  const deleting: OwnsAndDeletes<T> = {
    ...owned,
    delete: (name, options = {}) =>
      run.startCall(async () => {
        const { namespace, because } = typeof options === 'string' ? { namespace: options } : options;
        const key = childKey(run, { verb: 'delete', kind }, { name, namespace });
        return deleteChild({ run, kind, because }, key);
      }),
  };
  return deleting;
}

function undeclaredDelete({ kind }: Kind): OperatorError {
  const hint = `say owns(${kind}, { delete: true }), from which the right to delete follows, too`;
  return new OperatorError('DECLARATION_INVALID', `delete a ${kind}`, { hint });
}

/** The key of a child of the run's owner. */
function childKey(
  { owner }: Run,
  asked: { readonly verb: string; readonly kind: Kind },
  child: { readonly name: string; readonly namespace?: string | undefined },
): ObjectKey {
  const namespace = namespaceOfChild({ owner, ...asked }, child);
  return namespace === undefined ? { name: child.name } : { namespace, name: child.name };
}

/** Indexes children by the uid of their controller. */
function byController(child: KubeObject): readonly string[] {
  const controller = controllerOf(child);
  return controller === undefined ? [] : [controller.uid];
}

function keyIn(
  run: Run,
  kind: Kind,
  child: { readonly name: string; readonly namespace?: string | undefined },
): ObjectKey {
  const { name, namespace = run.owner.metadata.namespace } = child;
  if (!kind.namespaced) return { name };
  if (namespace !== undefined) return { namespace, name };
  const hint = `${run.owner.kind} is cluster-scoped and has no namespace to give; name one`;
  throw new OperatorError('DECLARATION_INVALID', `read ${kind.kind} ${name}`, { hint });
}
