/**
 * A program that fills a cache with ConfigMaps from the server at the given port, and prints the number of objects and
 * the heap size as JSON.
 */
import { neverAborted, silentLogger, systemClock } from '../../../operator/runtime/src/base/index.ts';
import { WatchedCaches } from '../../../operator/runtime/src/cache/index.ts';
import { createClient, createFixedCredentials } from '../../../operator/runtime/src/client/index.ts';
import { createHttpTransport } from '../../../operator/runtime/src/client/http-transport.ts';
import { ConfigMap } from '../../../operator/runtime/src/kinds/index.ts';

/** The output of the process. */
export interface FilledCache {
  readonly objects: number;
  readonly ms: number;
  /** The heap size after garbage collections, in bytes. */
  readonly heapBytes: number;
}

const credentials = createFixedCredentials(`http://127.0.0.1:${process.argv[2] ?? ''}`);
const client = createClient(createHttpTransport({ credentials, clock: systemClock }));
const problems: unknown[] = [];
const logger = {
  ...silentLogger,
  child: () => logger,
  warn: (_: string, fields: unknown) => void problems.push(fields),
};
const caches = new WatchedCaches({ client, clock: systemClock, logger, fieldManagers: [], watchList: false });
const cache = caches.of(ConfigMap);
const running = caches.run(neverAborted);
// Stops at the first failure, because the cache would retry a list that fails forever.
while (!cache.synced && problems.length === 0) await systemClock.sleep(20, neverAborted);
if (problems.length > 0) throw new Error('the cache is not filled', { cause: problems[0] });
const ms = Math.round(performance.now());
for (let round = 0; round < 4; round += 1) {
  globalThis.gc?.();
  await new Promise(setImmediate);
}
const filled: FilledCache = { objects: cache.size, ms, heapBytes: process.memoryUsage().heapUsed };
console.log(JSON.stringify(filled));
void running;
process.exit(0);
