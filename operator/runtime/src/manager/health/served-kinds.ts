import {
  catchFailure,
  type Clock,
  formatApiVersion,
  formatKind,
  isAborted,
  type Kind,
  type Logger,
  type OnFailure,
} from '../../base/index.ts';
import { discoverKind, type Transport } from '../../client/index.ts';
import type { Checks } from './health-endpoint.ts';

interface ServedKindsOptions {
  readonly transport: Transport;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly logger: Logger;
  /** Time in milliseconds after which a kind that is not served is logged once. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly failed: OnFailure;
}

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/**
 * Creates a check `crd/<kind>` for each of `kinds`, which fails until the API server serves the kind. Asks discovery,
 * which every authenticated client may read, so that a kind without a controller needs no permission.
 *
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#discovery-roles
 */
export function watchServedKinds(kinds: readonly Kind[], options: ServedKindsOptions): Checks {
  return Object.fromEntries(
    kinds.map((kind) => {
      let problem: string | undefined = 'not asked for yet';
      const served = waitUntilServed(kind, options, (found) => (problem = found));
      catchFailure(served, options.failed);
      return [`crd/${formatKind(kind)}`, () => problem ?? true];
    }),
  );
}

/** @param report receives what is missing after each request; `undefined` once the kind is served */
async function waitUntilServed(
  kind: Kind,
  { transport, clock, logger, timeoutMs, signal }: ServedKindsOptions,
  report: (problem: string | undefined) => void,
): Promise<void> {
  const lateAtMs = clock.monotonic() + timeoutMs;
  let isLogged = false;
  for (let waitMs = firstWaitMs; !isAborted(signal); waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    const problem = await findProblem(kind, transport, signal);
    report(problem);
    if (problem === undefined || isAborted(signal)) return;
    if (!isLogged && clock.monotonic() >= lateAtMs) {
      isLogged = true;
      logger.warn('the API server does not serve a kind; waiting for its CRD', {
        kind: formatKind(kind),
        timeoutMs,
        detail: problem,
      });
    }
    await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}

async function findProblem(kind: Kind, transport: Transport, signal: AbortSignal): Promise<string | undefined> {
  const answer = await discoverKind(kind, { transport, signal });
  if (answer === true) return undefined;
  if (typeof answer === 'string') return answer;
  return `the API server does not serve ${kind.plural} of ${formatApiVersion(kind)}: apply the CRD`;
}
