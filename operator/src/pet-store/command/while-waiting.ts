import { type Clock, systemClock } from '@kubewright/runtime/internal/base';
import type { Output } from './io.ts';

const quietMs = 2000;
const everyMs = 1000;
const clearLine = '\r\u001B[2K';

/**
 * Writes `what` to `output` when `work` takes more than two seconds: at a terminal with a count of seconds, otherwise
 * once.
 */
export async function whileWaiting<T>(
  work: Promise<T>,
  { what, output, clock = systemClock }: { what: string; output: Output; clock?: Pick<Clock, 'after' | 'monotonic'> },
): Promise<T> {
  const startedAt = clock.monotonic();
  const shown = { line: '' };
  let cancel = clock.after(quietMs, show);
  function show(): void {
    const seconds = Math.floor((clock.monotonic() - startedAt) / 1000);
    shown.line = output.isTTY === true ? `${clearLine}${what}: ${seconds} s` : `${what}…\n`;
    output.write(shown.line);
    if (output.isTTY === true) cancel = clock.after(everyMs, show);
  }
  try {
    return await work;
  } finally {
    cancel();
    if (shown.line !== '' && output.isTTY === true) output.write(clearLine);
  }
}
