import { describe, expect, it } from 'vitest';

import { begunAfter, lateOf, type Pause, untold, wasBusy, type Written } from './pause.ts';
import type { Arrived, Write } from './writes.ts';

const pause = { stoppedAt: 1_000, resumedAt: 5_000 } as Pause;

const begun = (atMs: number, text = 'patch /a'): Write => ({ text, atMs });
const arrived = (atMs: number, text = 'patch /a', code = 200): Arrived => ({ text, atMs, code });

const claim = 'update /leases/kubewright';

describe('a pause', () => {
  it('is followed by what was begun before the Lease was taken again', () => {
    const written: Written = {
      begun: [begun(900), begun(5_000), begun(5_900, claim), begun(6_000), begun(6_100)],
      arrived: [arrived(901), arrived(5_001), arrived(5_901, claim, 409), arrived(6_002, claim), arrived(6_101)],
    };
    expect(begunAfter(pause, written)).toEqual([begun(5_000), begun(6_000)]);
  });

  it('is followed by anything, if the Lease was never taken again', () => {
    expect(begunAfter(pause, { begun: [begun(99_000)], arrived: [] })).toEqual([begun(99_000)]);
  });

  it('comes in the middle of a write that was begun before it and arrives after it', () => {
    const written: Written = { begun: [begun(999), begun(7_000)], arrived: [arrived(5_001, 'patch /a', 504)] };
    expect(begunAfter(pause, { ...written, begun: [begun(999)] })).toEqual([]);
    expect(lateOf(pause, written)).toEqual(['patch /a was answered 504 and begun 1 ms before the pause']);
  });

  it('comes in the middle of work if something was written right before it', () => {
    const at = (atMs: number): boolean => wasBusy(pause, { begun: [], arrived: [arrived(atMs)] });
    expect([600, 700, 999, 1_000].map(at)).toEqual([false, true, true, false]);
  });
});

describe('a log tells of every write', () => {
  it('if each that has arrived has a line of its own before it', () => {
    expect(untold({ begun: [begun(1), begun(3), begun(9)], arrived: [arrived(2), arrived(3)] })).toEqual([]);
  });

  it('but not if a line is missing, late, or about another one', () => {
    const late = arrived(2);
    expect(untold({ begun: [begun(1)], arrived: [arrived(1), late] })).toEqual([late]);
    expect(untold({ begun: [begun(3)], arrived: [late] })).toEqual([late]);
    expect(untold({ begun: [begun(1, 'delete /a')], arrived: [late] })).toEqual([late]);
  });
});
