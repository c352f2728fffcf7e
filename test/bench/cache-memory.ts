import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { type Kind, silentLogger, systemClock } from '../../operator/runtime/src/base/index.ts';
import { WatchedCaches } from '../../operator/runtime/src/cache/index.ts';
import type { Client, Selection } from '../../operator/runtime/src/client/index.ts';

/** How much memory an object of a kind takes in an operator's cache, on average. */
export interface CachedKind {
  readonly kind: string;
  readonly objects: number;
  /** The average size of its JSON in bytes. */
  readonly jsonBytes: number;
  /** The memory of the process per object in bytes, when only the cache holds the object. */
  readonly heapBytes: number;
}

/** The kinds that one controller caches, with their memory. */
export interface CachedBy {
  readonly fieldManager: string;
  readonly primary: Kind;
  readonly children: readonly Kind[];
}

/** Fills caches in this process with the selections of a controller, one kind after the other, and measures them. */
export async function weighCaches(
  client: Client,
  { fieldManager, primary, children }: CachedBy,
): Promise<readonly CachedKind[]> {
  const [operator = ''] = fieldManager.split('/');
  const ours = { labelSelector: `app.kubernetes.io/managed-by=${operator}` };
  // Not counted: the first cache of a process also allocates code and data structures that all caches share.
  await weigh(client, primary, { fieldManager, selection: {} });
  const weighed = [await weigh(client, primary, { fieldManager, selection: {} })];
  for (const kind of children) weighed.push(await weigh(client, kind, { fieldManager, selection: ours }));
  return weighed;
}

async function weigh(
  client: Client,
  kind: Kind,
  { fieldManager, selection }: { readonly fieldManager: string; readonly selection: Selection },
): Promise<CachedKind> {
  const jsonBytes = await computeAverageJson(client, kind, selection);
  const fieldManagers = [fieldManager];
  const caches = new WatchedCaches({ client, clock: systemClock, logger: silentLogger, fieldManagers });
  const cache = caches.of(kind, selection);
  const end = new AbortController();
  const before = await measureHeap();
  const running = caches.run(end.signal);
  await caches.waitForSync(end.signal);
  const after = await measureHeap();
  const objects = cache.size;
  end.abort(new Error('weighed'));
  await running;
  return { kind: kind.kind, objects, jsonBytes, heapBytes: (after - before) / objects };
}

/**
 * Computes the average size of the objects' JSON. A separate function, so that no variable holds the list afterwards.
 */
async function computeAverageJson(client: Client, kind: Kind, selection: Selection): Promise<number> {
  const { items } = await client.resource(kind).list(selection);
  return items.reduce((sum, item) => sum + JSON.stringify(item).length, 0) / items.length;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The used heap after a garbage collection, in bytes. */
async function measureHeap(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().heapUsed;
}
