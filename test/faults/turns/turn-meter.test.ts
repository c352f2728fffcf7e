import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { TurnMeter } from './turn-meter.ts';

const workMs = 200;

function work(): void {
  const cpuMs = (): number => process.threadCpuUsage().user / 1000;
  const began = cpuMs();
  while (cpuMs() - began < workMs);
}

it('the length of a turn is its CPU time', async () => {
  const meter = new TurnMeter();
  await delay(10);
  work();
  await delay(10);
  expect(meter.longest().workMs).toBeGreaterThanOrEqual(workMs * 0.9);
});

it('the work of a turn before a reset does not count in the next measurement', async () => {
  const meter = new TurnMeter();
  await delay(10);
  work();
  meter.reset();
  await delay(10);
  expect(meter.longest().workMs).toBeLessThan(workMs / 2);
});
