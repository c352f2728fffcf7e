import { OperatorError } from '../../base/index.ts';

/**
 * How failed objects are retried. Changes, triggers and `requeueAfter` are not limited.
 *
 * The wait of an object starts at `baseMs` and doubles with each failure up to `maxMs`; a random part of up to a half
 * is subtracted, and a success resets it. With `qps`, the retries of all objects also share a token bucket, in which
 * `n` waiting objects wait at most `n / qps` seconds. The longer of both waits counts.
 */
export interface RateLimit {
  /** The first wait of an object in milliseconds; at least one second after a rejected write. @default 5 */
  readonly baseMs?: number;
  /** The longest wait of an object in milliseconds. @default 30000 */
  readonly maxMs?: number;
  /** Average number of retries of all objects per second. @default - no limit */
  readonly qps?: number;
  /** Maximum number of retries of all objects at once after a pause. @default - `qps`, rounded up */
  readonly burst?: number;
}

const defaults = { baseMs: 5, maxMs: 30_000 } as const;

/** Longest accepted wait in milliseconds, a day: a longer one is a mistake in the unit, and timers have a limit. */
const longestMs = 86_400_000;

/** Throws `DECLARATION_INVALID` for impossible values. */
export function checkRateLimit(controller: string, rateLimit: RateLimit): void {
  const problem = findProblem(rateLimit);
  if (problem === undefined) return;
  const hint = `rateLimit.${problem}`;
  throw new OperatorError('DECLARATION_INVALID', `define the controller ${controller}`, { hint });
}

function findProblem(rateLimit: RateLimit): string | undefined {
  return findWaitProblem({ ...defaults, ...rateLimit }) ?? findBucketProblem(rateLimit);
}

function findWaitProblem({ baseMs, maxMs }: Required<Pick<RateLimit, 'baseMs' | 'maxMs'>>): string | undefined {
  const wrong = Object.entries({ baseMs, maxMs }).find(([, ms]) => !(ms > 0 && ms <= longestMs));
  if (wrong !== undefined)
    return `${wrong[0]}: ${String(wrong[1])} must be a positive number of milliseconds, at most a day`;
  return baseMs > maxMs ? `baseMs: ${String(baseMs)} must not exceed maxMs, which is ${String(maxMs)}` : undefined;
}

function findBucketProblem({ qps, burst }: RateLimit): string | undefined {
  if (qps !== undefined && !(Number.isFinite(qps) && qps > 0)) return `qps: ${String(qps)} must be a positive number`;
  if (burst === undefined) return undefined;
  if (qps === undefined) return 'burst: it limits nothing without qps; add qps';
  return Number.isSafeInteger(burst) && burst > 0 ? undefined : `burst: ${String(burst)} must be a positive integer`;
}
