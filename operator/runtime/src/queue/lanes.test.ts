import { describe, expect, it } from 'vitest';

import { Lanes, type Prioritized } from './lanes.ts';

interface Item extends Prioritized {
  readonly key: string;
}

function buildItem(key: string, priority: number): Item {
  return { key, namespace: '', priority, previous: undefined, next: undefined };
}

function buildLanes(...items: readonly Item[]): Lanes<Item> {
  const lanes = new Lanes<Item>();
  for (const item of items) lanes.add(item);
  return lanes;
}

function emptyLanes(lanes: Lanes<Item>): string[] {
  const keys: string[] = [];
  for (let item = lanes.shift(); item !== undefined; item = lanes.shift()) keys.push(item.key);
  return keys;
}

describe('lanes', () => {
  it('return the oldest item of the highest priority, unless it passed over another priority too often', () => {
    const lanes = buildLanes(
      buildItem('low 1', -100),
      buildItem('high 1', 5),
      buildItem('usual 1', 0),
      buildItem('high 2', 5),
      buildItem('low 2', -100),
      buildItem('usual 2', 0),
    );

    expect(lanes.length).toBe(6);
    expect(emptyLanes(lanes)).toEqual(['high 1', 'high 2', 'usual 1', 'usual 2', 'low 1', 'low 2']);
    expect(lanes.length).toBe(0);
  });

  it.each(['first', 'middle', 'last'])('let the %s of a lane be removed', (taken) => {
    const items = ['first', 'middle', 'last'].map((key) => buildItem(key, 0));
    const lanes = buildLanes(...items);

    lanes.remove(items.find(({ key }) => key === taken)!);

    expect(emptyLanes(lanes)).toEqual(['first', 'middle', 'last'].filter((key) => key !== taken));
  });

  it('accept a removed item again', () => {
    const [a, b] = [buildItem('a', 0), buildItem('b', 0)];
    const lanes = buildLanes(a, b);

    lanes.remove(a);
    a.priority = 1;
    lanes.add(a);
    lanes.remove(b);
    lanes.add(b);

    expect(emptyLanes(lanes)).toEqual(['a', 'b']);
  });
});
