import { setTimeout as sleep } from 'node:timers/promises';

import { type BenchCluster, namespace, startBenchCluster } from './bench-cluster.ts';
import type { Figures } from './figures.ts';
import { Observer } from './observer/observer.ts';
import { nowMs } from './observer/tally.ts';
import { type Children, PeerProcess } from './peer-process.ts';
import type { Peer } from './peers/peers.ts';
import { computeMedian, computePercentile } from './percentile.ts';
import { sumCpuSeconds } from './process-usage.ts';
import { countRequests } from './requests.ts';
import { changeWidgets, createWidgets, floodWidget } from './widgets.ts';

/** The size and the durations of one run. */
export interface Shape extends Children {
  readonly widgets: number;
  /** The number of changes per second while the peer handles the initial Widgets. @default 0 */
  readonly changesMeanwhile?: number;
  /** How long each rate of changes is measured, in seconds. */
  readonly changeSeconds: number;
  /** How long the peer is measured at rest, in seconds; 0 to skip that. */
  readonly idleSeconds: number;
}

/** A peer (the operator in one framework) and its control plane. */
export interface Bench {
  readonly peer: Peer;
  readonly shape: Shape;
  readonly cluster: BenchCluster;
  readonly observer: Observer;
  readonly progress: (what: string) => void;
}

const rates = [20, 200] as const;
const floodTimes = 500;

/** Measures a peer on a new control plane: it creates all children, follows changes, rests, and is restarted. */
export function measure(peer: Peer, shape: Shape, progress: (what: string) => void): Promise<Figures> {
  return onFreshCluster({ peer, shape, progress }, async (bench, running) => {
    const figures = {
      ...(await measureConvergence(bench, running)),
      ...(await measureChanges(bench, running)),
      ...(await measureRest(bench, running)),
    };
    await running.stop();
    return { ...figures, ...(await measureRestart(bench)) };
  });
}

/** Starts a peer on a new control plane that already has the Widgets. */
export async function onFreshCluster<T>(
  { peer, shape, progress }: Pick<Bench, 'peer' | 'shape' | 'progress'>,
  work: (bench: Bench, running: PeerProcess) => Promise<T>,
): Promise<T> {
  progress('starts a control plane');
  await using cluster = await startBenchCluster({ whole: shape.deployments === true });
  progress(`creates ${String(shape.widgets)} Widgets`);
  await createWidgets(cluster.client, shape.widgets);
  const { kubeconfigPath } = cluster.controlPlane;
  await using observer = await Observer.start({ kubeconfigPath, namespace });
  const bench: Bench = { peer, shape, cluster, observer, progress };
  return await work(bench, await PeerProcess.start(peer, cluster, shape));
}

/**
 * Measures from the start of the process until the observer has seen everything up to date, and until the process is at
 * rest.
 */
export async function measureConvergence(bench: Bench, running: PeerProcess): Promise<Figures> {
  const { shape, cluster, observer, progress } = bench;
  progress('converges');
  const serverBefore = await sumServerCpuSeconds(cluster);
  const convergence = observer.converged(shape, running.ended);
  const meanwhile = await measureChangesMeanwhile(bench, convergence);
  const convergedAtMs = await convergence;
  const server = (await sumServerCpuSeconds(cluster)) - serverBefore;
  const { cpuSeconds } = await running.usage();
  const { usage } = await running.atRest();
  const requests = await countRequestsSince(cluster, running.startedAtMs);
  return {
    'converge s': (convergedAtMs - running.startedAtMs) / 1000,
    'converge CPU s': cpuSeconds,
    'converge CPU s of API server and etcd': server,
    'converge CPU s with all events': usage.cpuSeconds,
    'RSS MB': usage.rssBytes / 1e6,
    'PSS MB': usage.pssBytes / 1e6,
    ...meanwhile,
    ...addPrefix('', requests),
  };
}

/**
 * Changes random Widgets until the peer has handled the initial ones. Measures the latency of changes to Widgets that
 * were up to date.
 */
async function measureChangesMeanwhile(bench: Bench, convergence: Promise<unknown>): Promise<Figures> {
  const { shape, cluster, observer } = bench;
  if (shape.changesMeanwhile === undefined) return {};
  const converged = new AbortController();
  void convergence.finally(() => converged.abort()).catch(() => undefined);
  const load = { perSecond: shape.changesMeanwhile, count: shape.widgets, until: converged.signal };
  const answers = await changeWidgets(cluster.client, load);
  const latencies = await observer.takeLatencies();
  return {
    'converge p50 ms of a change': computeMedian(latencies),
    'converge p99 ms of a change': computePercentile(latencies, 0.99),
    'converge p50 ms of the answer to a change': computeMedian(answers),
    'converge p99 ms of the answer to a change': computePercentile(answers, 0.99),
  };
}

function sumServerCpuSeconds({ controlPlane }: BenchCluster): Promise<number> {
  return sumCpuSeconds(['kube-apiserver', 'etcd'], controlPlane.directory);
}

/** Changes random Widgets at each of `rates`; then changes one Widget as fast as the API server responds. */
async function measureChanges({ shape, cluster, observer, progress }: Bench, running: PeerProcess): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const perSecond of rates) {
    progress(`follows ${String(perSecond)} changes a second`);
    await observer.takeLatencies();
    const before = await running.usage();
    const load = { perSecond, seconds: shape.changeSeconds, count: shape.widgets };
    const answers = await changeWidgets(cluster.client, load);
    await observer.converged(shape, running.ended);
    const { usage } = await running.atRest();
    const latencies = await observer.takeLatencies();
    const rate = `${String(perSecond)}/s`;
    figures[`${rate} p50 ms`] = computeMedian(latencies);
    figures[`${rate} p99 ms`] = computePercentile(latencies, 0.99);
    figures[`${rate} answer p50 ms`] = computeMedian(answers);
    figures[`${rate} answer p99 ms`] = computePercentile(answers, 0.99);
    figures[`${rate} CPU ms per change`] =
      ((usage.cpuSeconds - before.cpuSeconds) * 1000) / (perSecond * shape.changeSeconds);
  }
  progress('follows a flood of changes of one Widget');
  const lastSentAtMs = await floodWidget(cluster.client, floodTimes);
  const seenAtMs = await observer.converged(shape, running.ended);
  await running.atRest();
  figures['flood: last change seen after ms'] = Math.max(0, seenAtMs - lastSentAtMs);
  return figures;
}

async function measureRest({ shape, progress }: Bench, running: PeerProcess): Promise<Figures> {
  if (shape.idleSeconds === 0) return {};
  progress('rests');
  const before = await running.usage();
  await sleep(shape.idleSeconds * 1000);
  const after = await running.usage();
  return { 'idle CPU s a minute': ((after.cpuSeconds - before.cpuSeconds) * 60) / shape.idleSeconds };
}

/** Measures a restart: the new process finds everything up to date, so it must write nothing. */
async function measureRestart({ peer, shape, cluster, progress }: Bench): Promise<Figures> {
  progress('starts again');
  const running = await PeerProcess.start(peer, cluster, shape);
  const { sinceMs, usage } = await running.atRest();
  const requests = await countRequestsSince(cluster, running.startedAtMs);
  await running.stop();
  return {
    'restart s': (sinceMs - running.startedAtMs) / 1000,
    'restart CPU s': usage.cpuSeconds,
    'restart RSS MB': usage.rssBytes / 1e6,
    'restart PSS MB': usage.pssBytes / 1e6,
    ...addPrefix('restart ', { writes: requests.writes, events: requests.events }),
  };
}

/**
 * Counts requests since a time. Waits for the last line of the audit log, because the API server writes it after the
 * response.
 */
async function countRequestsSince({ controlPlane, peerUser }: BenchCluster, sinceMs: number) {
  const count = () => countRequests(controlPlane.auditLogPath, { user: peerUser, sinceMs });
  for (let before = await count(), at = nowMs(); ;) {
    await sleep(500);
    const now = await count();
    if (JSON.stringify(now) === JSON.stringify(before) || nowMs() - at > 30_000) return now;
    before = now;
  }
}

function addPrefix(prefix: string, counts: object): Figures {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}${name}`, count as number]));
}
