import { describe, expect, it } from 'vitest';

import { someObject } from '../../fixtures/some-object.ts';
import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import type { Change } from '../cache/index.ts';
import type { KubeObject } from '../base/index.ts';
import { createAllOfListener } from './all-of-listener.ts';
import { createCause } from '../queue/index.ts';
import type { Why } from './explain-change.ts';
import { type Enqueue, enqueueInTurns } from './sources.ts';

const buildNames = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `cafe-${index}`);

function createListener(count: number, during?: (key: string) => void) {
  const keys: string[] = [];
  let lists = 0;
  const resources = {
    list: () => {
      lists += 1;
      return buildNames(count).map((name) => someObject({ name, namespace: 'default' }));
    },
  };
  const clock = createFakeClock();
  const failures: unknown[] = [];
  const causes = new Map<string, readonly string[]>();
  const enqueue: Enqueue = (key, why) => {
    keys.push(why.initial ? `${key} initial` : key);
    causes.set(
      key,
      why.causes.map((cause) => cause.toJSON()),
    );
    during?.(key);
  };
  // Each batch waits for a turn of the event loop.
  const yieldIfDue = () => new Promise<void>((resolve) => setImmediate(resolve));
  const listen = createAllOfListener(
    resources,
    enqueueInTurns(enqueue, { yieldIfDue }, (error) => failures.push(error)),
  );
  const change = (initial = false, cause = 'changed'): void => {
    const after = someObject({ name: 'namespace' });
    const seen: Change<KubeObject> = { key: { name: 'namespace' }, before: undefined, after, initial };
    listen(seen, { initial, causes: [createCause(cause)] });
  };
  return { keys, causes, change, clock, failures, countLists: () => lists };
}

const pause = () => new Promise((resolve) => setImmediate(resolve));

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await pause();
}

describe('a change that concerns all resources', () => {
  it('enqueues each of them', async () => {
    const { keys, change } = createListener(3);
    change();
    await settle();
    expect(keys).toEqual(['default/cafe-0', 'default/cafe-1', 'default/cafe-2']);
  });

  it('enqueues them once for all changes of a turn', async () => {
    const { keys, change, countLists } = createListener(3);
    for (let count = 0; count < 100; count += 1) change();
    await settle();
    expect(keys).toHaveLength(3);
    expect(countLists()).toBe(1);
    change();
    await settle();
    expect(keys).toHaveLength(6);
  });

  it('enqueues those of a first list with low priority, and those of a change during it without', async () => {
    const { keys, change } = createListener(1);
    change(true);
    change(false);
    await settle();
    expect(keys).toEqual(['default/cafe-0 initial', 'default/cafe-0']);
  });

  it('during a sweep causes one more after it, which sees what has changed', async () => {
    let changes = 0;
    const all = createListener(1000, (key) => {
      if (key !== 'default/cafe-500' || changes > 0) return;
      for (; changes < 10; changes += 1) all.change();
    });
    all.change();
    await settle();
    expect(all.countLists()).toBe(2);
    expect(all.keys).toHaveLength(2000);
  });

  it('has the causes of all changes of a turn, and those of changes during a sweep in the next one', async () => {
    const all = createListener(1000, (key) => {
      if (key === 'default/cafe-500' && all.countLists() === 1) all.change(false, 'third');
    });
    all.change(false, 'first');
    all.change(false, 'second');
    await pause();
    expect(all.causes.get('default/cafe-0')).toEqual(['first', 'second']);
    await settle();
    expect(all.causes.get('default/cafe-0')).toEqual(['third']);
  });

  it('retains no causes after the sweep: they may refer to objects', async () => {
    const given: Why[] = [];
    const listen = createAllOfListener({ list: () => [someObject({ name: 'cafe' })] }, (keys, why) => {
      expect([...keys]).toHaveLength(1);
      given.push(why);
    });
    const key = { name: 'namespace' };
    const change = { key, before: undefined, after: someObject(key), initial: false };
    listen(change, { initial: false, causes: [createCause('changed')] });
    await settle();
    expect(given).toEqual([{ initial: false, causes: [] }]);
  });

  it('enqueues again after a sweep that failed', async () => {
    let fails = true;
    const all = createListener(2, () => {
      if (fails) throw new Error('no');
    });
    all.change();
    await settle();
    expect(all.failures).toHaveLength(1);
    fails = false;
    all.keys.length = 0;
    all.change();
    await settle();
    expect(all.keys).toHaveLength(2);
  });
});
