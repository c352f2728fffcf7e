import { combineSignals, isOperatorError, getMessage, OperatorError, catchFailure } from '../../base/index.ts';
import { type Election, pause } from './election.ts';
import { Term } from './term.ts';
import type { HeldLease } from './lease-lock.ts';

/** How a term ended: the Lease was lost, or the leader's work ended, possibly because of the stop. */
type TermEnd = 'lost' | 'ended';

/**
 * Leads while the Lease is renewed. Resolves after `lead` has ended, when no call is pending. Errors: those of `lead`,
 * unless it only reports that it had to end.
 */
export async function serveTerm(election: Election, held: HeldLease): Promise<TermEnd> {
  const { clock, logger, observer, renewDeadlineMs, lease } = election.settings;
  const term = new Term({ clock, renewDeadlineMs, renewedAtMs: held.sentAtMs });
  const ended = new AbortController();
  logger.info('became the leader', { lease });
  observer.onLeading(lease.name, true);
  const renewing = renewUntilOver(election, term, ended.signal);
  // The renewal loop should never reject; if it does, the term has to end.
  catchFailure(renewing, (cause) => {
    term.end(new OperatorError('STOPPED', 'renew the lease', { cause }));
  });
  try {
    await election.lead(term);
  } catch (error) {
    if (!isExpectedEnd(error, term.signal, election.signal)) throw error;
  } finally {
    ended.abort();
    await renewing;
    // Before the Lease is released, so that no write can start afterwards.
    term.end(new OperatorError('STOPPED', 'continue leading'));
  }
  return isLost(term) ? 'lost' : 'ended';
}

function isExpectedEnd(error: unknown, ...signals: readonly AbortSignal[]): boolean {
  return isOperatorError(error, 'NOT_LEADER') || signals.some((signal) => signal.aborted && signal.reason === error);
}

function isLost(term: Term): boolean {
  return isOperatorError(term.signal.reason, 'NOT_LEADER');
}

async function renewUntilOver(election: Election, term: Term, ended: AbortSignal): Promise<void> {
  const { logger, observer, lease } = election.settings;
  await keepRenewing(election, term, combineSignals(ended, term.signal));
  observer.onLeading(lease.name, false);
  if (isLost(term)) logger.warn('lost the lease', { detail: getMessage(term.signal.reason), lease });
}

/**
 * Renews the Lease until `until` aborts or another process holds it. Never rejects: if renewals fail, the term expires.
 */
async function keepRenewing(election: Election, term: Term, until: AbortSignal): Promise<void> {
  const { clock, retryPeriodMs } = election.settings;
  let beganAtMs = clock.monotonic();
  for (;;) {
    await pause(clock, retryPeriodMs - (clock.monotonic() - beganAtMs), until);
    // A paused process may resume here, before the timer of its deadline fires.
    if (!term.isActive || until.aborted) return;
    beganAtMs = clock.monotonic();
    await renew(election, term, until);
  }
}

async function renew({ settings, lock }: Election, term: Term, until: AbortSignal): Promise<void> {
  const { observer, logger, lease } = settings;
  try {
    const held = await lock.tryRenew(until);
    observer.onAnswered?.(lease.name);
    if (held === undefined)
      term.end(new OperatorError('NOT_LEADER', 'keep the lease', { hint: 'another replica holds it' }));
    else term.extend(held.sentAtMs);
  } catch (error) {
    if (until.aborted) return;
    observer.onFailed?.(lease.name, error);
    logger.warn('renewing the lease failed', { err: error, lease });
  }
}
