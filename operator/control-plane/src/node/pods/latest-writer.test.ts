import { expect, test } from 'vitest';

import { silentLogger } from '../../../../runtime/src/base/index.ts';
import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createLatestWriter } from './latest-writer.ts';

function setUp() {
  const clock = createFakeClock();
  const controller = new AbortController();
  const written: string[] = [];
  const state = { broken: false, during: (): void => undefined };
  const writer = createLatestWriter<string>({
    async write(value) {
      if (state.broken) throw new Error('broken');
      state.during();
      written.push(value);
    },
    clock,
    logger: silentLogger,
    signal: controller.signal,
  });
  return { clock, written, state, writer, controller };
}

test('of several values set at once, only the last one is written', async () => {
  const { clock, written, writer } = setUp();
  for (const value of ['a', 'b', 'c']) writer.set(value);
  await clock.advance(100);
  expect(written).toEqual(['c']);
});

test('a value that has been written is not written again', async () => {
  const { clock, written, writer } = setUp();
  for (const value of ['a', 'a', 'b', 'a']) {
    writer.set(value);
    await clock.advance(100);
  }
  expect(written).toEqual(['a', 'b', 'a']);
});

test('a value is written again if another writer overwrites it, even during the write', async () => {
  const { clock, written, writer, state } = setUp();
  writer.set('a');
  await clock.advance(100);
  writer.rewrite();
  await clock.advance(100);
  expect(written).toEqual(['a', 'a']);
  state.during = () => {
    state.during = () => undefined;
    writer.rewrite();
  };
  writer.set('b');
  await clock.advance(100);
  expect(written).toEqual(['a', 'a', 'b', 'b']);
});

test('a failed write is retried with the newest value', async () => {
  const { clock, written, writer, state } = setUp();
  state.broken = true;
  writer.set('a');
  await clock.advance(10_000);
  writer.set('b');
  state.broken = false;
  await clock.advance(5_000);
  expect(written).toEqual(['b']);
  expect(clock.timers).toBe(0);
});

test('waitUntilIdle resolves when the newest value is written', async () => {
  const { clock, written, writer } = setUp();
  await writer.waitUntilIdle();
  writer.set('a');
  const idle = writer.waitUntilIdle().then(() => written.push('idle'));
  await clock.advance(100);
  await idle;
  expect(written).toEqual(['a', 'idle']);
});

test('waitUntilIdle resolves when the signal aborts, and the pending value is dropped', async () => {
  const { clock, written, writer, state, controller } = setUp();
  state.broken = true;
  writer.set('a');
  await clock.advance(1_000);
  controller.abort();
  await writer.waitUntilIdle();
  writer.set('b');
  await clock.advance(10_000);
  expect(written).toEqual([]);
  expect(clock.timers).toBe(0);
});
