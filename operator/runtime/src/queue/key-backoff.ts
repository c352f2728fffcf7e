/** How the wait of a failing key grows. */
export interface KeyBackoffOptions {
  /** The first wait in milliseconds. @default 5 */
  readonly baseMs?: number;
  /** The factor between two waits. @default 2 */
  readonly factor?: number;
  /** The longest wait in milliseconds. @default 30000 */
  readonly maxMs?: number;
}

/** Bounds of one wait, in milliseconds. */
interface WaitBounds {
  /** Replaces the usual first wait if it is longer, even after earlier failures with shorter waits. */
  readonly firstMs?: number;
  /** Lower bound that wins over the longest wait, up to a minute: for `Retry-After` of a server. */
  readonly atLeastMs?: number;
}

const defaults = { baseMs: 5, factor: 2, maxMs: 30_000 } as const satisfies Required<KeyBackoffOptions>;

/**
 * Upper limit of a requested wait in milliseconds: a longer Retry-After comes from a proxy, not from the API server.
 */
const longestAskedMs = 60_000;

interface Failing {
  readonly failures: number;
  /** The last wait in milliseconds, before the upper bound and the jitter. */
  readonly grownMs: number;
  /** The last wait in milliseconds, before the jitter. */
  readonly fullMs: number;
}

/** Counts the failures of each key, and computes the wait before the next attempt. */
export interface KeyBackoff {
  /** Counts another failure of `key`; returns how long to wait, in milliseconds. */
  recordFailure(key: string, bounds?: WaitBounds): number;
  failures(key: string): number;
  /** The last wait of `key` in milliseconds, before the jitter; 0 if `key` has not failed. */
  backoffMs(key: string): number;
  forget(key: string): void;
}

/**
 * Creates exponential waits per key: between half and all of `baseMs · factorⁿ`, so that keys that failed together are
 * not retried together.
 * @param random returns numbers in [0, 1); 0 gives the full wait
 */
export function createKeyBackoff(random: () => number, options: KeyBackoffOptions = {}): KeyBackoff {
  const { baseMs, factor, maxMs } = { ...defaults, ...options };
  const failing = new Map<string, Failing>();
  return {
    recordFailure(key, bounds = {}) {
      const { failures, grownMs } = failing.get(key) ?? { failures: 0, grownMs: 0 };
      const grown = Math.max(grownMs * factor, baseMs, bounds.firstMs ?? 0);
      const full = Math.min(grown, maxMs);
      failing.set(key, { failures: failures + 1, grownMs: grown, fullMs: full });
      return Math.max(full * (1 - random() / 2), Math.min(bounds.atLeastMs ?? 0, longestAskedMs));
    },
    failures: (key) => failing.get(key)?.failures ?? 0,
    backoffMs: (key) => failing.get(key)?.fullMs ?? 0,
    forget: (key) => void failing.delete(key),
  };
}
