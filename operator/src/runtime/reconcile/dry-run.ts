import type { KubeObject } from '../base/index.ts';
import type { ObjectCache } from '../cache/index.ts';
import { createClient, dryRunTransport } from '../client/index.ts';
import type { ReconcileEnvironment } from './environment.ts';
import type { EventRecorder } from './events/index.ts';

/**
 * The same environment for a process that only says what it would write: every write is sent so that nothing is stored,
 * no cache hears of an answer to one, and no event is sent.
 */
export function inDryRun(environment: ReconcileEnvironment): ReconcileEnvironment {
  return {
    ...environment,
    dryRun: true,
    client: createClient(dryRunTransport(environment.client.transport)),
    recorder: silent,
    cacheOf: (kind) => unwritten(environment.cacheOf(kind)),
  };
}

const nothing = (): void => undefined;

const silent: EventRecorder = {
  created: nothing,
  deleted: nothing,
  normal: () => false,
  warning: () => false,
  flush: () => Promise.resolve(0),
};

/** A cache that takes in only what its watch tells: what was not stored is in no answer but its own. */
function unwritten<T extends KubeObject>(cache: ObjectCache<T>): ObjectCache<T> {
  return {
    kind: cache.kind,
    get size() {
      return cache.size;
    },
    get synced() {
      return cache.synced;
    },
    whenSynced: (signal) => cache.whenSynced(signal),
    get: (key) => cache.get(key),
    list: (namespace) => cache.list(namespace),
    indexBy: (values, whose) => cache.indexBy(values, whose),
    onChange: (listener) => cache.onChange(listener),
    writing: () => ({ [Symbol.dispose]: nothing }),
    wrote: (object) => cache.trim(object),
    removed: nothing,
    trim: (object) => cache.trim(object),
  };
}
