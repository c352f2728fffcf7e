import { type Clock, systemClock } from '@kubewright/runtime/internal/base';
import type { FakeClock } from '../fake-clock.ts';

/** What goes on by itself gets so much real time, before time passes on a clock that stands still. */
const realTimeMs = 250;

const stepMs = 1_000;

/** Ends as `work` does, and lets time pass on a fake clock for as long as `work` waits for it. */
export async function untilOver(work: Promise<void>, clock: Clock): Promise<void> {
  if (!('advance' in clock)) return work;
  const progress = { isOver: false };
  const over = (): void => void (progress.isOver = true);
  void work.then(over, over);
  const end = systemClock.monotonic() + realTimeMs;
  while (!progress.isOver) {
    if (systemClock.monotonic() < end) await turn();
    else await (clock as FakeClock).advance(stepMs);
  }
  return work;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
