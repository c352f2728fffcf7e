/**
 * `node test/bench/named-watches.ts --count 10000`: compares the cost of watching that many Secrets by name with one
 * watch of all Secrets, in the operator and in the API server.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { formatApiVersion, silentLogger, systemClock } from '../../operator/runtime/src/base/index.ts';
import { WatchedCaches } from '../../operator/runtime/src/cache/index.ts';
import { type Client, connect } from '../../operator/runtime/src/client/index.ts';
import { Namespace, Secret } from '../../operator/runtime/src/kinds/index.ts';
import { mapParallel } from '../support/map-parallel.ts';
import { until } from '../support/until.ts';
import { type BenchCluster, startBenchCluster } from './bench-cluster.ts';
import { readUsage } from './process-usage.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    /** Set only for the measured process. */
    watch: { type: 'string' },
    kubeconfig: { type: 'string', default: '' },
  },
});
const count = Number(values.count);
const perNamespace = 100;
const keys = Array.from({ length: count }, (_, index) => ({
  namespace: `bench-${String(Math.floor(index / perNamespace))}`,
  name: `secret-${String(index)}`,
}));
/** Data of 4 KiB when encoded as base64. */
const data = { value: Buffer.alloc(3072, 'x').toString('base64') };
const limits = { timeoutMs: 600_000, everyMs: 100 };

if (values.watch === undefined) await compare();
else await watch(values.watch === 'named');

/** Runs in the measured process: prints how long it took until all objects were cached, and then each change. */
async function watch(isNamed: boolean): Promise<void> {
  const { client } = await connect({ kubeconfig: values.kubeconfig, clock: systemClock });
  const caches = new WatchedCaches({ client, clock: systemClock, logger: silentLogger, fieldManagers: [] });
  const scoped = caches.scoped(Secret);
  const cache = isNamed ? scoped.cache : caches.of(Secret);
  const startedAt = performance.now();
  if (isNamed) for (const key of keys) scoped.addScope(key);
  const running = caches.run(new AbortController().signal);
  await until('all Secrets are cached', () => Promise.resolve(cache.synced && cache.size >= count), limits);
  process.stdout.write(`${String((performance.now() - startedAt) / 1000)}\n`);
  cache.onChange(() => process.stdout.write('changed\n'));
  await running;
}

async function compare(): Promise<void> {
  await using cluster = await startBenchCluster();
  const { client } = cluster;
  const typed = (kind: typeof Namespace | typeof Secret) => ({ apiVersion: formatApiVersion(kind), kind: kind.kind });
  await mapParallel([...new Set(keys.map(({ namespace }) => namespace))], 8, (name) =>
    client.resource(Namespace).create({ ...typed(Namespace), metadata: { name } }),
  );
  await mapParallel(keys, 16, (metadata) => client.resource(Secret).create({ ...typed(Secret), metadata, data }));
  for (const what of ['all', 'named']) console.log(JSON.stringify(await measure(cluster, what)));
}

async function measure({ client, controlPlane, peerKubeconfig }: BenchCluster, what: string): Promise<object> {
  const server = await findApiServer(controlPlane.directory);
  const before = { bytes: await readServerBytes(client), ...(await readUsage(server)) };
  const args = ['--watch', what, '--kubeconfig', peerKubeconfig, '--count', String(count)];
  const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = child.pid ?? 0;
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  await until('the process has synced', () => Promise.resolve(lines.length > 0), limits);
  const synced = [await readUsage(pid), await readUsage(server)] as const;
  await sleep(60_000);
  const idle = [await readUsage(pid), await readUsage(server)] as const;
  const connections = await countSockets(pid);
  const bytes = await readServerBytes(client);
  const changed = keys.slice(0, 500);
  const startedAt = performance.now();
  const metadata = { labels: { changed: what } };
  await mapParallel(changed, 8, (key) => client.resource(Secret).mergePatch(key, { metadata }));
  await until('all changes have arrived', () => Promise.resolve(lines.length > changed.length), limits);
  const changesSeconds = (performance.now() - startedAt) / 1000;
  child.kill('SIGKILL');
  await once(child, 'exit');
  return {
    ...{ what, count, connections, changesSeconds },
    syncSeconds: Number(lines[0]),
    syncCpuSeconds: synced[0].cpuSeconds,
    syncServerCpuSeconds: synced[1].cpuSeconds - before.cpuSeconds,
    rssMegabytes: Math.round(idle[0].rssBytes / 2 ** 20),
    serverMegabytes: Math.round((bytes - before.bytes) / 2 ** 20),
    idleCpuSecondsAMinute: idle[0].cpuSeconds - synced[0].cpuSeconds,
    idleServerCpuSecondsAMinute: idle[1].cpuSeconds - synced[1].cpuSeconds,
  };
}

/** The memory that the API server uses after a garbage collection, in bytes. */
async function readServerBytes({ transport }: Client): Promise<number> {
  const heap = { method: 'GET', path: '/debug/pprof/heap', query: { gc: 1, debug: 1 }, accept: '*/*' } as const;
  for (let round = 0; round < 2; round += 1) await transport.call(heap);
  const { body } = await transport.call({ method: 'GET', path: '/metrics', accept: '*/*' });
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(String(body))?.[1]);
  return read('go_memstats_heap_inuse_bytes') + read('go_memstats_stack_inuse_bytes');
}

async function countSockets(pid: number): Promise<number> {
  const folder = `/proc/${String(pid)}/fd`;
  const links = (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => ''));
  return (await Promise.all(links)).filter((link) => link.startsWith('socket:')).length;
}

async function findApiServer(directory: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.split('\0')[0]?.endsWith('/kube-apiserver') === true && line.includes(directory)) return Number(pid);
  }
  throw new Error('the API server does not run');
}
