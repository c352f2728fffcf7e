import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { WebServer } from '../../operator/src/apis/index.ts';
import { type Kind, silentLogger, systemClock } from '../../operator/runtime/src/base/index.ts';
import { WatchedCaches } from '../../operator/runtime/src/cache/index.ts';
import type { Client, Selection } from '../../operator/runtime/src/client/index.ts';
import { Deployment, Service } from '../../operator/runtime/src/kinds/index.ts';

/** The average memory of an object of a kind in the cache of an operator. */
export interface CachedKind {
  readonly kind: string;
  readonly objects: number;
  /** The size of its JSON. */
  readonly jsonBytes: number;
  /** The process' memory per object, once only the cache holds it. */
  readonly heapBytes: number;
}

const ours = 'app.kubernetes.io/managed-by=kubewright';

/**
 * Fills caches in this process with the selections of the WebServer operator, one kind after the other, and measures
 * them.
 */
export async function weighCaches(client: Client): Promise<readonly CachedKind[]> {
  const kinds: readonly (readonly [Kind, string | undefined])[] = [
    [WebServer, undefined],
    [Deployment, ours],
    [Service, ours],
  ];
  const weighed: CachedKind[] = [];
  for (const [kind, labelSelector] of kinds) weighed.push(await weigh(client, kind, labelSelector));
  return weighed;
}

async function weigh(client: Client, kind: Kind, labelSelector: string | undefined): Promise<CachedKind> {
  const selection = labelSelector === undefined ? {} : { labelSelector };
  const jsonBytes = await averageJson(client, kind, selection);
  const fieldManagers = ['kubewright/web-server'];
  const caches = new WatchedCaches({ client, clock: systemClock, logger: silentLogger, fieldManagers });
  const cache = caches.of(kind, selection);
  const end = new AbortController();
  const before = await heapBytes();
  const running = caches.run(end.signal);
  await caches.whenSynced(end.signal);
  const after = await heapBytes();
  const objects = cache.size;
  end.abort(new Error('weighed'));
  await running;
  return { kind: kind.kind, objects, jsonBytes, heapBytes: (after - before) / objects };
}

/** A function of its own, so that no variable holds the list afterwards. */
async function averageJson(client: Client, kind: Kind, selection: Selection): Promise<number> {
  const { items } = await client.resource(kind).list(selection);
  return items.reduce((sum, item) => sum + JSON.stringify(item).length, 0) / items.length;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The heap in use after garbage collection. */
async function heapBytes(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().heapUsed;
}
