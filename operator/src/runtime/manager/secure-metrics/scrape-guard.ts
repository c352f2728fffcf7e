import { type Clock, deadline, type Logger } from '../../base/index.ts';
import type { Transport } from '../../client/index.ts';
import type { Answer } from '../health.ts';
import type { Asked, Guard } from '../http-server.ts';
import { AnswerMemory } from './answer-memory.ts';
import { reviewAccess, reviewToken } from './reviews.ts';

export interface ScrapeGuardOptions {
  /** To the API server that is asked. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What the API server said of a token and a path. */
type Verdict = 'allowed' | 'unknown token' | { readonly deniedTo: string };

/** A right that was taken away is felt after a minute at the latest, one that was granted after ten seconds. */
const keepMs = { allowed: 60_000, refused: 10_000 } as const;

/** More than there are scrapers: whoever tries many tokens gets no more memory than this. */
const mostAnswers = 256;

/** Whoever tries many tokens at once keeps the API server no busier than this. */
const mostQuestions = 8;

/** Both questions together. */
const answerWithinMs = 10_000;

/**
 * Lets through who shows a token of the cluster whose user may `get` the path: by a TokenReview and a
 * SubjectAccessReview, as controller-runtime does, so that the same ClusterRole serves both.
 *
 * Guarantees: fails closed; every answer of the API server is remembered for a minute at most, refusals for ten seconds,
 * failures not at all; tokens are kept nowhere and written nowhere.
 */
export function createScrapeGuard(options: ScrapeGuardOptions): Guard {
  const verdicts = new AnswerMemory<Verdict>({
    clock: options.clock,
    keepMs: (verdict) => (verdict === 'allowed' ? keepMs.allowed : keepMs.refused),
    most: mostAnswers,
  });
  let questions = 0;
  const ask = async (token: string, path: string): Promise<Verdict> => {
    if (questions >= mostQuestions) throw new Busy();
    questions += 1;
    try {
      return await review(options, token, path);
    } finally {
      questions -= 1;
    }
  };
  return async ({ authorization, path }: Asked) => {
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return noToken;
    try {
      return answerTo(await verdicts.get([token, path], () => ask(token, path)), path);
    } catch (error) {
      if (error instanceof Busy) return busy;
      options.logger.error(error, 'who asks for the metrics could not be found out', { path });
      return notAsked;
    }
  };
}

class Busy extends Error {}

async function review({ transport, clock }: ScrapeGuardOptions, token: string, path: string): Promise<Verdict> {
  using limit = deadline(clock, { what: 'review who asks for the metrics', afterMs: answerWithinMs });
  const user = await reviewToken(transport, token, limit.signal);
  if (user === undefined) return 'unknown token';
  const allowed = await reviewAccess(transport, { user, path }, limit.signal);
  return allowed ? 'allowed' : { deniedTo: user.username ?? 'a user without a name' };
}

function answerTo(verdict: Verdict, path: string): Answer | undefined {
  if (verdict === 'allowed') return undefined;
  if (verdict === 'unknown token') return unknownToken;
  return text(
    403,
    `${verdict.deniedTo} may not read this: bind it to a role with the verb get on the nonResourceURL ${path}`,
  );
}

/** RFC 6750: says what kind of credentials are asked for. */
const challenge = { 'www-authenticate': 'Bearer' };

const noToken = text(401, 'a token is missing: send the header "Authorization: Bearer <token>"', challenge);
const unknownToken = text(401, 'the token is not valid in this cluster, or not any more', challenge);
const notAsked = text(500, 'the API server could not be asked who may read this; the reason is in the log');
const busy = text(503, 'too many tokens are being looked at: try again', { 'retry-after': '1' });

function text(status: number, words: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, contentType: 'text/plain; charset=utf-8', headers, body: `${words}\n` };
}
