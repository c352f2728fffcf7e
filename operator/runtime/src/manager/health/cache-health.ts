import type { Clock, Logger } from '../../base/index.ts';
import type { Caches, CacheState } from '../../cache/index.ts';
import type { CacheMetrics } from '../metrics/index.ts';
import type { Checks } from './health-endpoint.ts';

interface CacheHealthOptions {
  readonly caches: Pick<Caches, 'states'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Logger;
  readonly metrics: CacheMetrics;
  /** How long a cache may take to fill. */
  readonly timeoutMs: number;
}

/** Whether the caches are filled, kind by kind. Dispose it when no part waits for them any more. */
export interface CacheHealth extends Disposable {
  /** `cache/<kind>` for each kind. */
  readonly checks: Checks;
}

/**
 * Follows how the caches fill. One that is not filled in time keeps trying, because a missing definition may still be
 * installed, and a missing right granted. It is logged once per kind, and counted each time that this time has passed
 * again, so that its counter grows for as long as it is not filled.
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

/** @param logged the kinds that the log has already */
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
  logger.warn('a cache is not filled in time; it keeps trying', {
    kind,
    timeoutMs,
    ...(missing.problem !== undefined && { detail: missing.problem }),
  });
}

/** One of the unfilled caches of a kind, if possible one with a known problem. */
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
 * The checks of a process that converts objects of `kinds` itself, without those that would wait for it forever: a cache
 * of such a kind fills only once API servers can ask for conversions, and they ask Pods that are ready. Meanwhile these
 * checks hold.
 *
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
