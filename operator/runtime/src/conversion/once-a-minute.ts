import type { Clock } from '../base/index.ts';

const minuteMs = 60_000;
const mostTexts = 1_000;

/**
 * Whether a text is new for a minute: for lines of the log. An API server that cannot read an object asks for it ten
 * times a second, for as long as somebody watches its kind.
 */
export function onceAMinute(clock: Pick<Clock, 'monotonic'>): (text: string) => boolean {
  /** When each was new, the oldest first. */
  const newAt = new Map<string, number>();
  return (text) => {
    const now = clock.monotonic();
    const last = newAt.get(text);
    if (last !== undefined && now - last < minuteMs) return false;
    newAt.delete(text);
    newAt.set(text, now);
    const [oldest] = newAt.keys();
    if (newAt.size > mostTexts && oldest !== undefined) newAt.delete(oldest);
    return true;
  };
}
