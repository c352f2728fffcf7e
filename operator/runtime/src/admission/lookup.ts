import type { Kind, KubeObject, ObjectKey } from '../base/index.ts';
import type { Client } from '../client/index.ts';

/** Selects the objects of a list. */
export interface LookupSelection {
  /** Namespace of the objects; `all` for all namespaces. @default - the namespace of the reviewed object */
  readonly namespace?: string;
  /** Label selector of the objects. @default - every object */
  readonly labelSelector?: string;
}

/** Reads objects of one kind from the API server, not from a cache. */
export interface Reader<T extends KubeObject> {
  /**
   * Returns the object; `undefined` if it does not exist. A name alone means the namespace of the reviewed object. Sends
   * one GET. Errors: `ApiError`, for example without permission.
   */
  get(this: void, key: string | ObjectKey): Promise<T | undefined>;
  /**
   * Returns the selected objects. Sends one LIST without paging, so select few objects. Errors: `ApiError`, for example
   * without permission.
   */
  list(this: void, selection?: LookupSelection): Promise<readonly T[]>;
}

export interface LookupOptions {
  readonly client: Client;
  /** The namespace of the reviewed object, for names without one if their kind is namespaced. @default - none */
  readonly namespace?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Creates a reader for each of `kinds`, under the same name. It does not use caches, because every replica answers
 * webhooks, even before its caches are synced.
 */
export function createLookups(
  kinds: Readonly<Record<string, Kind>>,
  options: LookupOptions,
): Record<string, Reader<KubeObject>> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, createLookup(kind, options)]));
}

function createLookup(kind: Kind, { client, namespace: own, signal }: LookupOptions): Reader<KubeObject> {
  const resource = client.resource<KubeObject>(kind);
  const here = kind.namespaced && own !== undefined ? { namespace: own } : {};
  return {
    get: (key) => resource.tryGet(typeof key === 'string' ? { ...here, name: key } : key, { signal }),
    async list({ namespace = own, labelSelector } = {}) {
      const everywhere = !kind.namespaced || namespace === undefined || namespace === 'all';
      const { items } = await resource.list({
        ...(!everywhere && { namespace }),
        ...(labelSelector !== undefined && { labelSelector }),
        signal,
      });
      return items;
    },
  };
}
