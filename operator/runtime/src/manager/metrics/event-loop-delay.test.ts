import { setTimeout as sleep } from 'node:timers/promises';

import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';

import { measureEventLoopDelay } from './event-loop-delay.ts';

/** Starts to measure. The returned function reads the gauges. */
function createGauges(): () => Promise<Record<string, number>> {
  const registry = new Registry();
  const refresh = measureEventLoopDelay(registry);
  return () => {
    refresh();
    return readValues(registry);
  };
}

async function readValues(registry: Registry): Promise<Record<string, number>> {
  const text = await registry.metrics();
  const lines = [...text.matchAll(/^nodejs_eventloop_lag_(\w+)_seconds (\S+)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value]) => [name, Number(value)]));
}

function block(ms: number): void {
  for (const beganAt = performance.now(); performance.now() - beganAt < ms;);
}

describe('the delay of the event loop', () => {
  it('is how much later than planned a timer fires, since the last scrape', async () => {
    const scrape = createGauges();
    await sleep(750);
    block(1_000);
    await sleep(1_250);
    const { max = 0, p99 = 0, mean = 0 } = await scrape();
    expect(max).toBeGreaterThan(0.25);
    expect(p99).toBeGreaterThan(0.25);
    expect(mean).toBeLessThan(max);
    expect((await scrape())['max']).toBe(0);
  });

  it('does not count the interval between two samples', { timeout: 60_000 }, async () => {
    const scrape = createGauges();
    // Retries, because a busy machine may be late by more than the interval, but not each time.
    await expect
      .poll(
        async () => {
          await sleep(1_250);
          return (await scrape())['min'];
        },
        { timeout: 50_000 },
      )
      .toBeLessThan(0.09);
  });

  it('is zero before the first sample', async () => {
    const scrape = createGauges();
    expect(Object.values(await scrape())).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
