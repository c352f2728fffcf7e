import type { Clock, Logger } from '../../base/index.ts';
import type { Caches, CacheState } from '../../cache/index.ts';
import type { CacheMetrics } from '../metrics/index.ts';
import type { Checks } from './health-endpoint.ts';

interface CacheHealthOptions {
  readonly caches: Pick<Caches, 'states'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Logger;
  readonly metrics: CacheMetrics;
  /** Time limit for a cache to sync, in milliseconds. */
  readonly timeoutMs: number;
}

/** Health checks of the caches, one per kind. Dispose it to stop the timers. */
export interface CacheHealth extends Disposable {
  /** The checks: `cache/<kind>` for each kind. */
  readonly checks: Checks;
}

/**
 * Reports caches that do not sync in time. They keep retrying, because the CRD may still be installed, or the
 * permission granted. Logs each kind once; the metric counts each further period, so that it grows until the cache is
 * synced.
 */
export function watchCacheHealth(options: CacheHealthOptions): CacheHealth {
  const { caches, clock, metrics, timeoutMs } = options;
  const kinds = [...new Set(caches.states.map(({ kind }) => kind))];
  for (const kind of kinds) metrics.onKnown(kind);
  const logged = new Set<string>();
  let timesUp = false;
  const lookAgain = (): (() => void) =>
    clock.after(timeoutMs, () => {
      timesUp = true;
      for (const kind of kinds) reportIfLate(kind, logged, options);
      if (kinds.some((kind) => findUnfilled(caches, kind) !== undefined)) cancel = lookAgain();
    });
  let cancel = lookAgain();
  const check = (kind: string): true | string => {
    const missing = findUnfilled(caches, kind);
    return (
      missing === undefined ||
      formatProblem(missing, timesUp ? `not filled within ${formatSeconds(timeoutMs)}` : 'not filled yet')
    );
  };
  return {
    checks: Object.fromEntries(kinds.map((kind) => [`cache/${kind}`, () => check(kind)])),
    [Symbol.dispose]: () => {
      cancel();
    },
  };
}

/** @param logged the kinds that have been logged already */
function reportIfLate(
  kind: string,
  logged: Set<string>,
  { caches, logger, metrics, timeoutMs }: CacheHealthOptions,
): void {
  const missing = findUnfilled(caches, kind);
  if (missing === undefined) return;
  metrics.onLate(kind);
  if (logged.has(kind)) return;
  logged.add(kind);
  logger.warn('a cache was not filled in time; it keeps trying', {
    kind,
    timeoutMs,
    ...(missing.problem !== undefined && { detail: missing.problem }),
  });
}

/** Finds a cache of a kind that is not synced, preferably one with a known problem. */
function findUnfilled({ states }: Pick<Caches, 'states'>, kind: string): CacheState | undefined {
  const missing = states.filter((state) => state.kind === kind && !state.synced);
  return missing.find(({ problem }) => problem !== undefined) ?? missing[0];
}

function formatProblem({ problem }: CacheState, words: string): string {
  return problem === undefined ? words : `${words}: ${problem}`;
}

function formatSeconds(ms: number): string {
  return `${String(ms / 1000)} s`;
}

/**
 * Returns the checks of a process that converts objects of `kinds` itself, without those that would deadlock: the cache
 * of such a kind syncs only when API servers can request conversions, and these call only ready Pods. The removed
 * checks count as passed.
 * @param kinds as text: `Cafe.example.com`
 */
export function exceptOwnConversions(
  checks: Checks,
  { kinds, caches }: { readonly kinds: readonly string[]; readonly caches: Pick<Caches, 'states'> },
): Checks {
  const waits = (): boolean => caches.states.some(({ kind, synced }) => !synced && kinds.includes(kind));
  const waiting = ['uses', ...kinds.map((kind) => `cache/${kind}`)];
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [name, waiting.includes(name) ? () => waits() || check() : check]),
  );
}
