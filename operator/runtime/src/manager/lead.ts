import { randomUUID } from 'node:crypto';

import { waitForAbort, waitForAll, combineSignals, type Clock, type OnFailure, OperatorError } from '../base/index.ts';
import type { Leadership } from '../controller/index.ts';
import type { OperatorParts } from './assemble.ts';
import { createPermanentLeadership, runElection } from './election/index.ts';

/**
 * Runs the controllers while the process leads, until `stop` aborts and they have finished. Guarantees: after a stop,
 * running reconciles may finish within the grace period, and are aborted after it; when the leadership is lost they are
 * aborted at once, and the process campaigns again. Errors: `TIMED_OUT` if a reconcile ignores its aborted
 * signal and is abandoned: after a stop for 5 s, or the grace period if that is shorter; after lost leadership for the
 * grace period.
 */
export async function lead(parts: OperatorParts): Promise<void> {
  const { settings, clock, stop } = parts;
  const { leaseNamespace } = settings;
  if (!settings.leaderElect || leaseNamespace === undefined) return leadAlone(parts);
  const cutOff = createCutOff(parts);
  const work = (leadership: Leadership): Promise<void> => workThroughTerm(parts, leadership, cutOff);
  return runElection(
    {
      client: parts.client,
      clock,
      logger: parts.logger,
      identity: `${settings.podName}_${randomUUID()}`,
      lease: { namespace: leaseNamespace, name: settings.leaseName },
      leaseDurationMs: settings.leaseDurationSeconds * 1000,
      renewDeadlineMs: settings.renewDeadlineSeconds * 1000,
      retryPeriodMs: settings.retryPeriodSeconds * 1000,
      watchList: settings.watchList,
      observer: { ...parts.metrics.election, ...parts.electionHealth.observer },
    },
    work,
    stop,
  );
}

/** What is needed to run controllers, with or without leader election. */
interface Work extends Pick<OperatorParts, 'controllers' | 'clock' | 'fence' | 'stop'> {
  /** Receives the error of a controller at once, so that the others stop. @default - ignored */
  readonly failed?: OnFailure;
  /** More work of the leader, which runs until `signal` aborts. @default - none */
  readonly jobs?: readonly ((signal: AbortSignal) => Promise<void>)[];
  readonly settings: Pick<OperatorParts['settings'], 'gracePeriodSeconds'>;
}

/** Runs the controllers without leader election. Guarantees and errors are those of `lead`. */
export function leadAlone(work: Work): Promise<void> {
  const cutOff = createCutOff(work);
  return workThroughTerm(work, createPermanentLeadership(cutOff), cutOff);
}

/** Returns a signal that aborts at the end of the grace period after a stop. */
function createCutOff({ stop, settings, clock }: Work): AbortSignal {
  return abortLater(stop, settings.gracePeriodSeconds * 1000, clock);
}

async function workThroughTerm(parts: Work, leadership: Leadership, cutOff: AbortSignal): Promise<void> {
  const { controllers, jobs = [], clock, settings, stop } = parts;
  const over = new AbortController();
  // All work ends with the term, even without leader election: events that are not sent yet are dropped.
  const signal = combineSignals(leadership.signal, cutOff, over.signal);
  const term: Leadership = {
    ...leadership,
    signal,
    assertLeading: () => {
      leadership.assertLeading();
    },
  };
  parts.fence.guard(term);
  const works = [
    ...controllers.map((controller) => controller.run(term, stop)),
    ...jobs.map((job) => job(combineSignals(signal, stop))),
  ];
  const finished = waitForAll(works, parts.failed).then(() => true);
  const graceMs = settings.gracePeriodSeconds * 1000;
  // After a stop the grace period has passed when the signal aborts, and the kubelet does not wait much longer.
  const overtimeMs = (): number => (stop.aborted ? Math.min(graceMs, longestOvertimeMs) : graceMs);
  const overtime = waitForOvertime(signal, { clock, overtimeMs, over: over.signal });
  try {
    if (await Promise.race([finished, overtime])) return;
    throw new OperatorError('TIMED_OUT', 'stop', { hint: 'a reconcile ignored its signal; it is abandoned' });
  } finally {
    over.abort(new OperatorError('STOPPED', 'continue working'));
  }
}

/**
 * Limit in milliseconds after the grace period: before the kubelet sends SIGKILL, the process must also release the
 * Lease.
 */
const longestOvertimeMs = 5_000;

interface OvertimeOptions {
  readonly clock: Clock;
  readonly overtimeMs: () => number;
  readonly over: AbortSignal;
}

/** Resolves with `false` when `overtimeMs` have passed since `signal` aborted. Never resolves after `over` aborts. */
async function waitForOvertime(signal: AbortSignal, { clock, overtimeMs, over }: OvertimeOptions): Promise<boolean> {
  await waitForAbort(combineSignals(signal, over));
  if (over.aborted) return false;
  return new Promise((resolve) => {
    const cancel = clock.after(overtimeMs(), () => {
      resolve(false);
    });
    over.addEventListener('abort', cancel, { once: true });
  });
}

/** Returns a signal that aborts `afterMs` after `signal`. */
function abortLater(signal: AbortSignal, afterMs: number, clock: Clock): AbortSignal {
  const later = new AbortController();
  const start = (): void => {
    clock.after(afterMs, () => {
      later.abort(new OperatorError('STOPPED', 'finish within the grace period'));
    });
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return later.signal;
}
