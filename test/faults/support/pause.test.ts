import { describe, expect, it } from 'vitest';

import { begunAfter, lateWritesOf, type Pause, unlogged, wasBusy, type WritesOfReplica } from './pause.ts';
import type { ArrivedWrite, Write } from './writes.ts';

const pause = { stoppedAt: 1_000, resumedAt: 5_000 } as Pause;

const begun = (atMs: number, text = 'patch /a'): Write => ({ text, atMs });
const arrived = (atMs: number, text = 'patch /a', code = 200): ArrivedWrite => ({ text, atMs, code });

const acquisition = 'update /leases/kubewright';

describe('a pause', () => {
  it('has as later writes those that begin after it, and before the replica acquires the Lease again', () => {
    const writes: WritesOfReplica = {
      begun: [begun(900), begun(5_000), begun(5_900, acquisition), begun(6_000), begun(6_100)],
      arrived: [
        arrived(901),
        arrived(5_001),
        arrived(5_901, acquisition, 409),
        arrived(6_002, acquisition),
        arrived(6_101),
      ],
    };
    expect(begunAfter(pause, writes)).toEqual([begun(5_000), begun(6_000)]);
  });

  it('has as later writes all that begin after it if the replica never acquires the Lease again', () => {
    expect(begunAfter(pause, { begun: [begun(99_000)], arrived: [] })).toEqual([begun(99_000)]);
  });

  it('has a write in flight that began before it and arrived after it', () => {
    const writes: WritesOfReplica = { begun: [begun(999), begun(7_000)], arrived: [arrived(5_001, 'patch /a', 504)] };
    expect(begunAfter(pause, { ...writes, begun: [begun(999)] })).toEqual([]);
    expect(lateWritesOf(pause, writes)).toEqual(['patch /a was answered 504 and begun 1 ms before the pause']);
  });

  it('interrupts work if a write arrived in the 300 ms before it', () => {
    const at = (atMs: number): boolean => wasBusy(pause, { begun: [], arrived: [arrived(atMs)] });
    expect([600, 700, 999, 1_000].map(at)).toEqual([false, true, true, false]);
  });
});

describe('the log of an operator', () => {
  it('is complete if it has an earlier line for each write that arrived', () => {
    expect(unlogged({ begun: [begun(1), begun(3), begun(9)], arrived: [arrived(2), arrived(3)] })).toEqual([]);
  });

  it('is incomplete if a line is missing, late, or about another write', () => {
    const late = arrived(2);
    expect(unlogged({ begun: [begun(1)], arrived: [arrived(1), late] })).toEqual([late]);
    expect(unlogged({ begun: [begun(3)], arrived: [late] })).toEqual([late]);
    expect(unlogged({ begun: [begun(1, 'delete /a')], arrived: [late] })).toEqual([late]);
  });
});
