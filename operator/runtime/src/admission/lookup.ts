import type { Kind, KubeObject, ObjectKey } from '../base/index.ts';
import type { Client } from '../client/index.ts';

/** Selects the objects of a list. */
export interface LookupSelection {
  /** `all`: all namespaces. @default - the namespace of the reviewed object */
  readonly namespace?: string;
  /** @default - every object */
  readonly labelSelector?: string;
}

/** Reads objects of one kind live. */
export interface Reader<T extends KubeObject> {
  /**
   * The object with this name; `undefined` if it does not exist. One GET.
   *
   * Errors: `ApiError`, such as for a missing permission.
   */
  get(this: void, key: string | ObjectKey): Promise<T | undefined>;
  /** The selected objects. One LIST without pages: select few. Errors: as `get`. */
  list(this: void, selection?: LookupSelection): Promise<readonly T[]>;
}

export interface LookupOptions {
  readonly client: Client;
  /** The namespace of the reviewed object, for names without one if their kind is namespaced. @default - none */
  readonly namespace?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * A reader for each of `kinds`, by its name. Reads live, because every replica answers webhooks, even before its caches
 * have synced.
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
