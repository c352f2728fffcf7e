import { until } from '../../support/until.ts';

/** Shorter than the time between two resyncs: what happens within it follows from a change. */
const atOnceMs = 25_000;

/** Waits until `probe` gives something, which must happen at once. */
export function atOnce<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T> {
  return until(what, probe, { timeoutMs: atOnceMs, everyMs: 20 });
}
