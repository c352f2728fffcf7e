import { type Clock, systemClock } from '@kubewright/runtime/internal/base';
import type { FakeClock } from '../fake-clock.ts';
import { nextTurn } from './until-idle.ts';

/** Real time for work that needs no timer, before the fake clock is advanced. */
const realTimeMs = 250;

const stepMs = 1_000;

/** Settles as `work` does; advances a fake clock until then. */
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
