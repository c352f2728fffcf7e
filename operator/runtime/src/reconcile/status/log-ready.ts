import type { Condition, Logger } from '../../base/index.ts';
import { tryFindCondition } from '../declare/index.ts';

type Conditions = readonly Condition[] | undefined;

/** Logs that `Ready` has another status than before: one line per turn, not per message. */
export function logReady(log: Logger, before: Conditions, after: Conditions): void {
  const [was, is] = [tryFindCondition(before, 'Ready'), tryFindCondition(after, 'Ready')];
  if (was?.status === is?.status) return;
  const [from, to] = [was?.status ?? 'absent', is?.status ?? 'absent'];
  log.info('Ready has changed', { from, to, ...(is && { reason: is.reason, detail: is.message }) });
}
