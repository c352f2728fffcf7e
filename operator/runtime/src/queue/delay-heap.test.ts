import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DelayHeap, type Delayed } from './delay-heap.ts';

function buildItem(key: string, dueAt: number): Delayed {
  return { key, dueAt, position: -1, turn: 0 };
}

function emptyHeap(heap: DelayHeap<Delayed>): number[] {
  const times: number[] = [];
  for (let item = heap.first; item !== undefined; item = heap.first) {
    times.push(item.dueAt);
    heap.remove(item);
  }
  return times;
}

describe('the heap of delayed keys', () => {
  it('returns them in time order after any additions, moves and removals', () => {
    const step = fc.record({ item: fc.nat(30), dueAt: fc.nat(1000), remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
        const heap = new DelayHeap<Delayed>();
        const items = Array.from({ length: 31 }, (_, index) => buildItem(String(index), 0));
        const expected = new Map<number, number>();
        for (const { item, dueAt, remove } of steps) {
          const chosen = items[item]!;
          if (remove) {
            heap.remove(chosen);
            expected.delete(item);
          } else {
            chosen.dueAt = dueAt;
            heap.put(chosen);
            expected.set(item, dueAt);
          }
        }
        expect(heap.length).toBe(expected.size);
        expect(emptyHeap(heap)).toEqual([...expected.values()].sort((a, b) => a - b));
      }),
    );
  });

  it('accepts its former items again after it was cleared', () => {
    const heap = new DelayHeap<Delayed>();
    const item = buildItem('a', 5);
    heap.put(item);

    heap.clear();
    expect(heap.first).toBeUndefined();

    heap.put(item);
    expect(emptyHeap(heap)).toEqual([5]);
  });
});
