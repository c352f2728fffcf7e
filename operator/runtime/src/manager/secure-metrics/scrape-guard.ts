import { createHmac, randomBytes } from 'node:crypto';

import { type Clock, createDeadline, type Logger, escapeInvisible } from '../../base/index.ts';
import type { Transport } from '../../client/index.ts';
import type { Answer, GuardedRequest, Guard } from '../http/endpoint.ts';
import { Peers } from './peers.ts';
import { BusyError, type Requester, ReviewQueue } from './review-queue.ts';
import { reviewAccess, reviewToken } from './reviews.ts';
import { type Verdict, Verdicts } from './verdicts.ts';

interface ScrapeGuardOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Time limit of a response in milliseconds, including the wait in the queue and both reviews. */
const answerWithinMs = 10_000;

interface Scope extends ScrapeGuardOptions {
  readonly verdicts: Verdicts;
  readonly peers: Peers;
  readonly reviewQueue: ReviewQueue;
  /** Pending verdicts by id. All requests for the same verdict wait for one review. */
  readonly pending: Map<string, Promise<Verdict>>;
}

interface PresentedToken extends GuardedRequest {
  readonly token: string;
  /** A hash of the token and the path. */
  readonly id: string;
}

/**
 * Allows requests with a token whose user may `get` the path. Uses a TokenReview and a SubjectAccessReview, like
 * controller-runtime, so that the same ClusterRole works for both.
 *
 * Guarantees: rejects requests if the reviews fail; caches a permission for at most a minute, a rejection for ten
 * seconds, and failures not at all; neither stores nor logs tokens. A client that guesses tokens does not lock others
 * out: reviews are limited and distributed among client addresses; known tokens come first, addresses with rejections
 * come last and soon get no review; rejections never evict a permission from the cache.
 */
export function createScrapeGuard(options: ScrapeGuardOptions): Guard {
  const { clock } = options;
  const state = { verdicts: new Verdicts(clock), peers: new Peers(clock), reviewQueue: new ReviewQueue() };
  const scope: Scope = { ...options, ...state, pending: new Map() };
  const hashSecrets = createSecretHash();
  return async (asked: GuardedRequest) => {
    const token = /^Bearer +(\S+) *$/i.exec(asked.authorization ?? '')?.[1];
    if (token === undefined) return noToken;
    try {
      const verdict = await findVerdict(scope, { ...asked, token, id: hashSecrets([token, asked.path]) });
      return verdict === 'exhausted' ? exhausted : buildAnswer(verdict, asked.path);
    } catch (error) {
      if (error instanceof BusyError) return busy;
      options.logger.error(error, 'failed to authorize a request for metrics', { path: asked.path });
      return notAsked;
    }
  };
}

function findVerdict(scope: Scope, shown: PresentedToken): Verdict | Promise<Verdict> | 'exhausted' {
  const { verdicts, peers, pending } = scope;
  const { id, peer } = shown;
  const known = verdicts.get(id) ?? pending.get(id);
  if (known !== undefined) return known;
  if (peers.getState(peer) === 'exhausted' && !verdicts.wasAllowed(id)) return 'exhausted';
  const asking = ask(scope, shown);
  pending.set(id, asking);
  return asking.finally(() => pending.delete(id));
}

async function ask(scope: Scope, shown: PresentedToken): Promise<Verdict> {
  using limit = createDeadline(scope.clock, { what: 'authorize a request for metrics', afterMs: answerWithinMs });
  const { reviewQueue, transport } = scope;
  const verdict = await reviewQueue.run(buildRequester(scope, shown), () => review(transport, shown, limit.signal));
  scope.verdicts.keep(shown.id, verdict);
  if (verdict !== 'allowed') scope.peers.recordRejection(shown.peer);
  return verdict;
}

/** Ranks a request. A known token keeps its rank, regardless of other requests from its address. */
function buildRequester({ verdicts, peers }: Scope, { id, peer }: PresentedToken): Requester {
  if (verdicts.wasAllowed(id)) return { rank: 'known', lane: `token ${id}` };
  return { rank: peers.getState(peer) === 'unsuspected' ? 'new' : 'suspect', lane: `peer ${peer}` };
}

async function review(transport: Transport, { token, path }: PresentedToken, signal: AbortSignal): Promise<Verdict> {
  signal.throwIfAborted();
  const user = await reviewToken(transport, token, signal);
  if (user === undefined) return 'unknown token';
  const allowed = await reviewAccess(transport, { user, path }, signal);
  return allowed ? 'allowed' : { deniedTo: user.username ?? 'a user without a name' };
}

function buildAnswer(verdict: Verdict, path: string): Answer | undefined {
  if (verdict === 'allowed') return undefined;
  if (verdict === 'unknown token') return unknownToken;
  return buildTextAnswer(
    403,
    `${escapeInvisible(verdict.deniedTo)} is not allowed to read this: bind it to a role with the verb get on the nonResourceURL ${path}`,
  );
}

/** The required authentication scheme (RFC 6750). */
const challenge = { 'www-authenticate': 'Bearer' };

const noToken = buildTextAnswer(401, 'a token is missing: send the header "Authorization: Bearer <token>"', challenge);
const unknownToken = buildTextAnswer(401, 'the token is invalid in this cluster, or has expired', challenge);
const notAsked = buildTextAnswer(500, 'the API server did not review the request; see the log of the operator');
const busy = buildTextAnswer(503, 'too many tokens are being reviewed: try again', { 'retry-after': '1' });
/** The response after too many rejected tokens (RFC 6585). */
const exhausted = buildTextAnswer(429, 'too many tokens from this address were rejected: try again later', {
  'retry-after': '10',
});

function buildTextAnswer(status: number, words: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, contentType: 'text/plain; charset=utf-8', headers, body: `${words}\n` };
}

/** Creates a function that hashes secrets to ids. The ids are unique in this process and useless elsewhere. */
export function createSecretHash(): (secrets: readonly string[]) => string {
  const salt = randomBytes(32);
  return (secrets) => createHmac('sha256', salt).update(JSON.stringify(secrets)).digest('base64');
}
