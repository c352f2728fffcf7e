import { describe, expect, it } from 'vitest';

import { OperatorError } from '../base/index.ts';
import { startWorkers } from '../../fixtures/scripted-workers.ts';
import { isDefect } from './requeue.ts';

/** Returns the error that JavaScript throws when `wrong` runs. */
function catchThrown(wrong: () => unknown): unknown {
  try {
    return wrong();
  } catch (error) {
    return error;
  }
}

describe('isDefect', () => {
  it.each([
    ['a property of nothing', catchThrown(() => (undefined as unknown as { a: number }).a)],
    [
      'a name that there is not',
      catchThrown(() => {
        throw new ReferenceError('nowhere is not defined');
      }),
    ],
    [
      'an endless recursion',
      catchThrown(function forever(): number {
        return forever() + 1;
      }),
    ],
    ['a string', 'out of coffee'],
    ['nothing', undefined],
    ['an object', { code: 7 }],
  ])('is true for %s', (_, thrown) => {
    expect(isDefect(thrown)).toBe(true);
  });

  it.each([
    ['an error of the author', new Error('out of coffee')],
    ['an error of the runtime', new OperatorError('TIMED_OUT', 'brew')],
    ['a text that is not JSON', catchThrown(() => JSON.parse('{') as unknown)],
    ['a network that fails', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })],
  ])('is false for %s', (_, thrown) => {
    expect(isDefect(thrown)).toBe(false);
  });
});

describe('a reconcile that throws a programming error', () => {
  it.each([
    [
      'at once',
      (): never => {
        throw new TypeError('menu is not a function');
      },
    ],
    ['later', (): Promise<never> => Promise.reject(new RangeError('too many cups'))],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the test needs it
    ['no error at all', (): Promise<never> => Promise.reject('out of coffee')],
  ])('counts as a panic, and is retried like any failure: %s', async (_, reconcile) => {
    const fixture = startWorkers(reconcile);
    fixture.enqueue('mocca');
    await fixture.clock.settle();
    expect(fixture.observed).toEqual(['started', 'panic', 'error']);
    expect(fixture.queue.failures('default/mocca')).toBe(1);
    fixture.stop.abort();
    await fixture.clock.settle();
    expect(fixture.over).toBe(true);
  });
});
