import { type Clock, deadline, durationMs, formats, type Logger, whenAborted } from '../base/index.ts';
import { type DeclaredHandles, type Given, mutated, validated } from './admit.ts';
import { type AdmissionRequest, answerTo, requestIn } from './review.ts';
import { NoReview, tryRead } from './review-body.ts';
import type { TrialOptions } from './trial.ts';
import type { WebhookDefinition } from './webhook.ts';

/** What of an HTTP request counts. */
export interface Posted {
  /** `/mutate/<webhook>` or `/validate/<webhook>`. */
  readonly path: string;
  /** The API server says how long it waits: `?timeout=10s`. */
  readonly query: URLSearchParams;
  readonly body: string;
}

/** What it is answered. */
export interface Reviewed {
  readonly status: number;
  readonly contentType: 'application/json' | 'text/plain; charset=utf-8';
  readonly body: string;
}

/** Called with the path of each request of a webhook, for metrics. */
export interface ReviewObserver {
  /** Returns what is to be called with the HTTP status. */
  began(path: string): (status: number) => void;
  /** A function of the webhook threw. */
  threw(path: string): void;
}

export interface ReviewsOptions {
  readonly webhooks: readonly WebhookDefinition[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** The trials, the look-ups and the settings that a webhook declares. @default - there are none */
  readonly declaredBy?: (
    webhook: WebhookDefinition,
    request: Pick<TrialOptions, 'namespace' | 'signal' | 'warn'>,
  ) => DeclaredHandles;
  /** @default - nobody */
  readonly observer?: ReviewObserver;
}

const nothing: DeclaredHandles = { handles: {}, settings: {} };

type Phase = typeof mutated;

const phases: Readonly<Record<string, Phase>> = { mutate: mutated, validate: validated };

/** How long the API server waits if it does not say so. */
const usualTimeoutMs = 10_000;
/** What is left of that for an answer to arrive: a tenth, and this at most. */
const wayBackMs = 500;

/** Answers one request. Never rejects. */
export type Reviews = (posted: Posted) => Promise<Reviewed>;

/**
 * Answers the reviews of webhooks.
 *
 * A function that throws, or is given up just before the API server would, is answered 500, and not with a refusal: then
 * the `failurePolicy` of the configuration decides whether the object is stored. The log has the reason, and never the
 * object. Of the statuses for failures, API servers pass on the text of this one alone.
 */
export function createReviews(options: ReviewsOptions): Reviews {
  return async ({ path, query, body }) => {
    const [, verb = '', name = ''] = path.split('/');
    const phase = Object.hasOwn(phases, verb) ? phases[verb] : undefined;
    const webhook = options.webhooks.find((each) => each.name === name);
    if (phase === undefined || webhook === undefined || path !== `/${verb}/${name}`)
      return plainly(404, 'there is no such webhook');
    const end = options.observer?.began(path);
    const answer = await reviewed(options, { phase, webhook, path, query, body });
    end?.(answer.status);
    return answer;
  };
}

async function reviewed(options: ReviewsOptions, { phase, webhook, path, query, body }: Review): Promise<Reviewed> {
  const request = tryRead(requestIn, body);
  if (request instanceof NoReview) return plainly(400, request.message);
  const log = options.logger.child(fieldsOf(webhook, request));
  const afterMs = givenUpAfterMs(query);
  using time = deadline(options.clock, { what: 'admit', afterMs });
  using over = whenAborted(time.signal);
  const { signal } = time;
  const { namespace, uid } = request;
  const tooSlow = (): Reviewed => {
    log.warn('a webhook took too long, and is given up', { afterMs });
    return failed(webhook, `took longer than ${String(afterMs)} ms; see the log of the operator, at review ${uid}`);
  };
  const declared: Given['declared'] = (warn) => options.declaredBy?.(webhook, { namespace, signal, warn }) ?? nothing;
  try {
    const verdict = await Promise.race([phase(webhook, request, { signal, log, declared }), over.aborted]);
    if (verdict === undefined) return tooSlow();
    if (!verdict.allowed) log.debug('a webhook refused a request', { fields: verdict.faults.map(({ path }) => path) });
    return { status: 200, contentType: 'application/json', body: answerTo(request, verdict) };
  } catch (error) {
    if (signal.aborted) return tooSlow();
    options.observer?.threw(path);
    log.error(error, 'a webhook failed');
    return failed(webhook, `failed; the reason is in the log of the operator, at review ${uid}`);
  }
}

interface Review extends Posted {
  readonly phase: Phase;
  readonly webhook: WebhookDefinition;
}

const failed = ({ name }: WebhookDefinition, how: string): Reviewed => plainly(500, `the webhook ${name} ${how}`);

function fieldsOf({ name: webhook }: WebhookDefinition, request: AdmissionRequest): Readonly<Record<string, string>> {
  const { uid, operation, namespace, name } = request;
  return { webhook, review: uid, operation, ...(namespace !== undefined && { namespace }), name };
}

/** How long a webhook may take, so that its failure is reported in our words and not as a deadline of the API server. */
function givenUpAfterMs(query: URLSearchParams): number {
  const asked = query.get('timeout') ?? '';
  const timeoutMs = formats.duration.pattern.test(asked) ? durationMs(asked) : usualTimeoutMs;
  return timeoutMs - Math.min(timeoutMs / 10, wayBackMs);
}

/** An answer that is no review: why there is none. */
export function plainly(status: number, body: string): Reviewed {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${body}\n` };
}
