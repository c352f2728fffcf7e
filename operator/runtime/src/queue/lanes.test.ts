import { describe, expect, it } from 'vitest';

import { Lanes, type Prioritized } from './lanes.ts';

interface Item extends Prioritized {
  readonly key: string;
}

function itemOf(key: string, priority: number): Item {
  return { key, namespace: '', priority, previous: undefined, next: undefined };
}

function lanesOf(...items: readonly Item[]): Lanes<Item> {
  const lanes = new Lanes<Item>();
  for (const item of items) lanes.add(item);
  return lanes;
}

function emptied(lanes: Lanes<Item>): string[] {
  const keys: string[] = [];
  for (let item = lanes.shift(); item !== undefined; item = lanes.shift()) keys.push(item.key);
  return keys;
}

describe('lanes', () => {
  it('return the highest priority first, unless another was passed over too often, and within a priority the first added first', () => {
    const lanes = lanesOf(
      itemOf('low 1', -100),
      itemOf('high 1', 5),
      itemOf('usual 1', 0),
      itemOf('high 2', 5),
      itemOf('low 2', -100),
      itemOf('usual 2', 0),
    );

    expect(lanes.length).toBe(6);
    expect(emptied(lanes)).toEqual(['high 1', 'high 2', 'usual 1', 'usual 2', 'low 1', 'low 2']);
    expect(lanes.length).toBe(0);
  });

  it.each(['first', 'middle', 'last'])('let the %s of a lane be removed', (taken) => {
    const items = ['first', 'middle', 'last'].map((key) => itemOf(key, 0));
    const lanes = lanesOf(...items);

    lanes.remove(items.find(({ key }) => key === taken)!);

    expect(emptied(lanes)).toEqual(['first', 'middle', 'last'].filter((key) => key !== taken));
  });

  it('accept an item again that was removed', () => {
    const [a, b] = [itemOf('a', 0), itemOf('b', 0)];
    const lanes = lanesOf(a, b);

    lanes.remove(a);
    a.priority = 1;
    lanes.add(a);
    lanes.remove(b);
    lanes.add(b);

    expect(emptied(lanes)).toEqual(['a', 'b']);
  });
});
