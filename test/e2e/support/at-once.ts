import { until } from '../../support/until.ts';

/** No operator looks at everything again within this time, so that what happens within it comes of a change. */
const atOnceMs = 25_000;

/** Waits until `probe` gives something, which must happen at once. */
export function atOnce<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T> {
  return until(what, probe, { timeoutMs: atOnceMs, everyMs: 20 });
}
