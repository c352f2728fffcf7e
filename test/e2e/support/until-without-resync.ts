import { until } from '../../support/until.ts';

/**
 * Time limit in milliseconds. Shorter than the time between two resyncs, so that only an event can cause the result.
 */
const atOnceMs = 25_000;

export function untilWithoutResync<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T> {
  return until(what, probe, { timeoutMs: atOnceMs, everyMs: 20 });
}
