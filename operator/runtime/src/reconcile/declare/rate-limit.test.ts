import { describe, expect, it } from 'vitest';

import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';
import type { RateLimit } from './rate-limit.ts';

const define = (rateLimit: RateLimit) =>
  defineController(ConfigMap, { rateLimit, reconcile: () => Promise.resolve(awaitChange) });

const dayMs = 86_400_000;

describe('the rate limit of a controller', () => {
  it.each<[RateLimit, string]>([
    [{ baseMs: 0 }, 'baseMs: 0 must be a positive number of milliseconds, at most a day'],
    [{ maxMs: Number.NaN }, 'maxMs: NaN must be a positive number of milliseconds, at most a day'],
    [{ maxMs: dayMs + 1 }, 'maxMs: 86400001 must be a positive number of milliseconds, at most a day'],
    [{ baseMs: 60_000 }, 'baseMs: 60000 must not exceed maxMs, which is 30000'],
    [{ qps: 0 }, 'qps: 0 must be a positive number'],
    [{ qps: Number.POSITIVE_INFINITY }, 'qps: Infinity must be a positive number'],
    [{ burst: 3 }, 'burst: it limits nothing without qps; add qps'],
    [{ qps: 1, burst: 0 }, 'burst: 0 must be a positive integer'],
    [{ qps: 1, burst: 1.5 }, 'burst: 1.5 must be a positive integer'],
  ])('rejects %j', (rateLimit, problem) => {
    expect(() => define(rateLimit)).toThrow(`failed to define the controller config-map: rateLimit.${problem}`);
  });

  it.each<RateLimit>([
    {},
    { baseMs: 0.5, maxMs: dayMs },
    { baseMs: 60_000, maxMs: 60_000 },
    { qps: 0.1 },
    { qps: 1, burst: 1 },
  ])('accepts %j', (rateLimit) => {
    expect(define(rateLimit).rateLimit).toEqual(rateLimit);
  });
});
