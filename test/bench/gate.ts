/**
 * `npm run bench:gate`: compares important figures of the runtime with those in `results/gate.json`. None is an
 * absolute time: CPU time is relative to the time that the API server and etcd need for the same work, because a slow
 * machine also slows these down.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { Command } from 'commander';

import type { Client } from '../../operator/runtime/src/client/index.ts';
import { ConfigMap, Service } from '../../operator/runtime/src/kinds/index.ts';
import { type CachedBy, weighCaches } from './cache-memory.ts';
import type { Figures } from './figures.ts';
import { type Bench, measureConvergence, onFreshCluster } from './measure.ts';
import type { PeerProcess } from './peer-process.ts';
import { computeMedian } from './percentile.ts';
import { Widget } from './peers/kubewright/widget.ts';
import { ours } from './peers/peers.ts';

const file = path.join(import.meta.dirname, 'results', 'gate.json');
const shape = { widgets: 1000, children: 2, changeSeconds: 0, idleSeconds: 0 };
const cachedBy: CachedBy = { fieldManager: 'widgets/widget', primary: Widget, children: [ConfigMap, Service] };

const runsToDecide = 3;
const weighings = 5;

/** The figures to compare, and the factor by which each may grow. */
const held: Readonly<Record<string, number>> = {
  'writes for each Widget': 0,
  'GETs for each Widget': 0,
  'events for each Widget': 0,
  'CPU time of the operator, as a share of that of the API server and etcd': 0.25,
  'bytes of a Widget in the cache': 0.05,
  'bytes of a ConfigMap in the cache': 0.05,
  'bytes of a Service in the cache': 0.05,
};

async function measureFigures(bench: Bench, running: PeerProcess): Promise<Figures> {
  const figures = await measureConvergence(bench, running);
  await running.stop();
  const getFigure = (name: string): number => figures[name] ?? Number.NaN;
  const computePerWidget = (name: string): number => getFigure(name) / shape.widgets;
  return {
    'writes for each Widget': computePerWidget('writes'),
    'GETs for each Widget': computePerWidget('gets'),
    'events for each Widget': computePerWidget('events'),
    'CPU time of the operator, as a share of that of the API server and etcd':
      getFigure('converge CPU s') / getFigure('converge CPU s of API server and etcd'),
    ...(await measureCache(bench.cluster.client)),
  };
}

/**
 * Measures the memory of a cache; returns the median of several measurements, because the heap also contains other
 * data.
 */
async function measureCache(client: Client): Promise<Figures> {
  const bytes = new Map<string, number[]>();
  for (let weighing = 0; weighing < weighings; weighing += 1)
    for (const { kind, heapBytes } of await weighCaches(client, cachedBy))
      bytes.set(kind, [...(bytes.get(kind) ?? []), heapBytes]);
  return Object.fromEntries([...bytes].map(([kind, each]) => [`bytes of a ${kind} in the cache`, computeMedian(each)]));
}

/**
 * Prints each figure next to its limit.
 * @returns whether all are within their limits
 */
function isWithin(now: Figures, committed: Figures): boolean {
  let all = true;
  for (const [name, tolerance] of Object.entries(held)) {
    const [value = Number.NaN, before = Number.NaN] = [now[name], committed[name]];
    const limit = before * (1 + tolerance);
    const ok = value <= limit;
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${text(value)}, at most ${text(limit)}`);
    all &&= ok;
  }
  return all;
}

const text = (value: number): string => String(Number(value.toPrecision(4)));

const { write } = new Command('npm run bench:gate --')
  .description(
    'Runs the operator of the benchmark with 1,000 Widgets, and fails if a figure exceeds the committed limit.',
  )
  .option('--write', 'set the limits from the median of three runs', false)
  .addHelpText(
    'after',
    '\nTakes a minute, or three if a figure exceeds its limit. Exit code: 1 if the median of three runs exceeds it.',
  )
  .parse()
  .opts<{ write: boolean }>();

await ours.build();
const progress = (what: string): void => console.error(`bench:gate: ${what}`);
const measure = (): Promise<Figures> => onFreshCluster({ peer: ours, shape, progress }, measureFigures);
const runs: Figures[] = [await measure()];
const takeMedians = (): Figures =>
  Object.fromEntries(
    Object.keys(held).map((name) => [name, computeMedian(runs.map((figures) => figures[name] ?? Number.NaN))]),
  );
const readLimits = (): Figures => JSON.parse(readFileSync(file, 'utf8')) as Figures;
// Other work on the machine can slow one run down, so the median of several decides.
if (write || !isWithin(takeMedians(), readLimits())) while (runs.length < runsToDecide) runs.push(await measure());
if (write) writeFileSync(file, `${JSON.stringify(takeMedians(), undefined, 2)}\n`);
if (runs.length > 1 && !isWithin(takeMedians(), readLimits())) process.exitCode = 1;
