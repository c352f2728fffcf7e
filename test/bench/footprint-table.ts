import type { AuditEvent } from '../../operator/testing/src/index.ts';
import type { AtRest } from './at-rest.ts';
import type { CachedKind } from './cache-memory.ts';
import { computeMedian } from './percentile.ts';
import type { ProcessUsage } from './process-usage.ts';

/** The measurements of one run of an operator. */
export interface Phase {
  /** Seconds from the start of the operator until it was idle. */
  readonly seconds: number;
  readonly usage: ProcessUsage;
  /** All requests of the operator except watches. */
  readonly calls: readonly AuditEvent[];
  readonly writes: readonly AuditEvent[];
}

export interface Footprint {
  /** Measurements of the whole operator without any object. */
  readonly rests: readonly AtRest[];
  readonly count: number;
  /** The run that creates every child. */
  readonly first: Phase;
  /** The run that finds every child up to date. */
  readonly second: Phase;
  readonly caches: readonly CachedKind[];
}

/** Prints what was measured, as Markdown. */
export function printFootprint({ rests, count, first, second, caches }: Footprint): void {
  const row = (what: string, of: (phase: Phase) => string): string => `| ${what} | ${of(first)} | ${of(second)} |`;
  const rest = (of: (rest: AtRest) => number): number => computeMedian(rests.map(of));
  console.log(
    [
      '',
      `| all controllers, nothing to do | median of ${String(rests.length)} |`,
      '| --- | --- |',
      `| seconds until ready | ${rest(({ secondsToReady }) => secondsToReady).toFixed(2)} |`,
      `| CPU time until ready, seconds | ${rest(({ cpuSecondsToReady }) => cpuSecondsToReady).toFixed(2)} |`,
      `| CPU time at rest, seconds a minute | ${rest(({ cpuSecondsAMinute }) => cpuSecondsAMinute).toFixed(2)} |`,
      `| resident memory, MB | ${formatMegabytes(rest(({ rssBytes }) => rssBytes))} |`,
      `| the same, shared pages divided, MB | ${formatMegabytes(rest(({ pssBytes }) => pssBytes))} |`,
      '',
      `| ${String(count)} WebServers | created | found after a restart |`,
      '| --- | --- | --- |',
      row('seconds from the start until nothing is left to do', ({ seconds }) => seconds.toFixed(1)),
      row('CPU time of the operator, seconds', ({ usage }) => usage.cpuSeconds.toFixed(1)),
      row('resident memory, MB', ({ usage }) => formatMegabytes(usage.rssBytes)),
      row('most resident memory, MB', ({ usage }) => formatMegabytes(usage.peakRssBytes)),
      row('calls by verb', ({ calls }) => formatByVerb(calls)),
      row('writes, without events', ({ writes }) => String(writes.filter((write) => !isEvent(write)).length)),
      row('events', ({ writes }) => String(writes.filter(isEvent).length)),
      '',
      '| in the cache | objects | JSON, bytes each | memory, bytes each | ratio |',
      '| --- | --- | --- | --- | --- |',
      ...caches.map(
        ({ kind, objects, jsonBytes, heapBytes }) =>
          `| ${kind} | ${String(objects)} | ${jsonBytes.toFixed(0)} | ${heapBytes.toFixed(0)} | ${(heapBytes / jsonBytes).toFixed(2)} |`,
      ),
      '',
    ].join('\n'),
  );
}

function isEvent({ objectRef }: AuditEvent): boolean {
  return objectRef?.resource === 'events';
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function formatByVerb(calls: readonly AuditEvent[]): string {
  const counts = [...Map.groupBy(calls, ({ verb }) => verb)].map(([verb, { length }]) => `${verb} ${String(length)}`);
  return counts.toSorted().join(', ') || 'none';
}
