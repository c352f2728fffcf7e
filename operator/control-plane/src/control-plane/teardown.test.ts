import { expect, test } from 'vitest';

import { Teardown } from './teardown.ts';

function record(): { steps: string[]; step: (name: string) => () => Promise<void> } {
  const steps: string[] = [];
  const step = (name: string) => async () => void steps.push(name);
  return { steps, step };
}

test('disposes in reverse order, and only once', async () => {
  const { steps, step } = record();
  const teardown = new Teardown();
  teardown.defer(step('first'));
  expect(teardown.use({ [Symbol.asyncDispose]: step('second') })).toBeDefined();
  await teardown[Symbol.asyncDispose]();
  await teardown[Symbol.asyncDispose]();
  expect(steps).toEqual(['second', 'first']);
});

test('runs all steps even if one fails', async () => {
  const { steps, step } = record();
  const teardown = new Teardown();
  teardown.defer(step('first'));
  teardown.defer(() => Promise.reject(new Error('second')));
  await expect(teardown[Symbol.asyncDispose]()).rejects.toThrow('second');
  expect(steps).toEqual(['first']);
});

test('does nothing once its steps were moved to another teardown', async () => {
  const { steps, step } = record();
  const teardown = new Teardown();
  teardown.defer(step('first'));
  const moved = teardown.move();
  await teardown[Symbol.asyncDispose]();
  expect(steps).toEqual([]);
  await moved[Symbol.asyncDispose]();
  expect(steps).toEqual(['first']);
});
