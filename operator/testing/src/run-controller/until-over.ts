import { type Clock, systemClock } from '@kubewright/runtime/internal/base';
import type { FakeClock } from '../fake-clock.ts';
import { nextTurn } from './until-idle.ts';

/** How long to wait, in real time, before the fake clock is advanced: for work that needs no timer. */
const realTimeMs = 250;

const stepMs = 1_000;

/** Settles as `work` does. Until then it advances the clock, if that is a fake clock. */
export async function untilOver(work: Promise<void>, clock: Clock): Promise<void> {
  if (!('advance' in clock)) return work;
  const progress = { isOver: false };
  const over = (): void => void (progress.isOver = true);
  void work.then(over, over);
  const end = systemClock.monotonic() + realTimeMs;
  while (!progress.isOver) {
    if (systemClock.monotonic() < end) await nextTurn();
    else await (clock as FakeClock).advance(stepMs);
  }
  return work;
}
