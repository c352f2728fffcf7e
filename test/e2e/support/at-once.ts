import { until } from '../../support/until.ts';

/** Drift is put back within this time. */
const atOnceMs = 2000;

/** Waits until `probe` gives something, which must happen at once. */
export function atOnce<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T> {
  return until(what, probe, { timeoutMs: atOnceMs, everyMs: 20 });
}
