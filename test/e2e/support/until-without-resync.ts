import { until } from '../../support/until.ts';

/** Shorter than the time between two resyncs: what happens within it was caused by an event. */
const atOnceMs = 25_000;

/** Waits until `probe` returns a value, which must happen without a resync. */
export function untilWithoutResync<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T> {
  return until(what, probe, { timeoutMs: atOnceMs, everyMs: 20 });
}
