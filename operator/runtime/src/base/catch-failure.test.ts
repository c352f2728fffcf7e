import { describe, expect, it } from 'vitest';

import { waitForAll, catchFailure } from './catch-failure.ts';

describe('work without an awaiting caller', () => {
  it('reports its failure', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    catchFailure(Promise.reject(new Error('no')), resolve);
    await expect(promise).resolves.toEqual(new Error('no'));
  });
});

describe('waitForAll', () => {
  it('waits for all promises even if one rejects, which it reports at once', async () => {
    const reports: unknown[] = [];
    const slow = Promise.withResolvers<undefined>();
    let ended = false;
    const all = waitForAll([slow.promise, Promise.reject(new Error('one'))], (error) => reports.push(error)).finally(
      () => (ended = true),
    );
    await new Promise(setImmediate);
    expect([reports, ended]).toEqual([[new Error('one')], false]);
    slow.resolve(undefined);
    await expect(all).rejects.toEqual(new Error('one'));
  });

  it('resolves if none fails', async () => {
    await expect(waitForAll([Promise.resolve(1), Promise.resolve(2)])).resolves.toBeUndefined();
    await expect(waitForAll([])).resolves.toBeUndefined();
  });
});
