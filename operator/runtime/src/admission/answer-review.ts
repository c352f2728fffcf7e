import { type Clock, createDeadline, parseDurationMs, formats, type Logger, watchAbort } from '../base/index.ts';
import { type WebhookHandles, type AdmitOptions, runMutate, runValidate } from './admit.ts';
import { type AdmissionRequest, buildAnswer, parseRequest } from './review.ts';
import { MalformedReviewError, tryRead } from './review-body.ts';
import type { DryRunOptions } from './dry-run.ts';
import type { WebhookDefinition } from './webhook.ts';

/** What of an HTTP request counts. */
export interface PostedReview {
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
  onBegin(path: string): (status: number) => void;
  /** A function of the webhook threw. */
  onThrown(path: string): void;
}

export interface ReviewsOptions {
  readonly webhooks: readonly WebhookDefinition[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** The handles and the settings that a webhook declares. @default - there are none */
  readonly resolveHandlesOf?: (
    webhook: WebhookDefinition,
    request: Pick<DryRunOptions, 'namespace' | 'signal' | 'warn'>,
  ) => WebhookHandles;
  /** @default - nobody */
  readonly observer?: ReviewObserver;
}

const nothing: WebhookHandles = { handles: {}, settings: {} };

type Phase = typeof runMutate;

const phases: Readonly<Record<string, Phase>> = { mutate: runMutate, validate: runValidate };

/** How long the API server waits if it does not say so. */
const usualTimeoutMs = 10_000;
/** What is left of that for an answer to arrive: a tenth, and this at most. */
const wayBackMs = 500;

/** Answers one request. Never rejects. */
export type Reviews = (posted: PostedReview) => Promise<Reviewed>;

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
      return answerText(404, 'there is no such webhook');
    const end = options.observer?.onBegin(path);
    const answer = await answerPhase(options, { phase, webhook, path, query, body });
    end?.(answer.status);
    return answer;
  };
}

async function answerPhase(options: ReviewsOptions, { phase, webhook, path, query, body }: Review): Promise<Reviewed> {
  const request = tryRead(parseRequest, body);
  if (request instanceof MalformedReviewError) return answerText(400, request.message);
  const log = options.logger.child(buildLogFields(webhook, request));
  const afterMs = parseTimeoutMs(query);
  using time = createDeadline(options.clock, { what: 'admit', afterMs });
  using over = watchAbort(time.signal);
  const { signal } = time;
  const { namespace, uid } = request;
  const tooSlow = (): Reviewed => {
    log.warn('a webhook took too long, and is given up', { afterMs });
    return buildFailure(
      webhook,
      `took longer than ${String(afterMs)} ms; see the log of the operator, at review ${uid}`,
    );
  };
  const declared: AdmitOptions['resolveHandles'] = (warn) =>
    options.resolveHandlesOf?.(webhook, { namespace, signal, warn }) ?? nothing;
  try {
    const verdict = await Promise.race([
      phase(webhook, request, { signal, log, resolveHandles: declared }),
      over.aborted,
    ]);
    if (verdict === undefined) return tooSlow();
    if (!verdict.allowed) log.debug('a webhook refused a request', { fields: verdict.faults.map(({ path }) => path) });
    return { status: 200, contentType: 'application/json', body: buildAnswer(request, verdict) };
  } catch (error) {
    if (signal.aborted) return tooSlow();
    options.observer?.onThrown(path);
    log.error(error, 'a webhook failed');
    return buildFailure(webhook, `failed; the reason is in the log of the operator, at review ${uid}`);
  }
}

interface Review extends PostedReview {
  readonly phase: Phase;
  readonly webhook: WebhookDefinition;
}

const buildFailure = ({ name }: WebhookDefinition, how: string): Reviewed =>
  answerText(500, `the webhook ${name} ${how}`);

function buildLogFields(
  { name: webhook }: WebhookDefinition,
  request: AdmissionRequest,
): Readonly<Record<string, string>> {
  const { uid, operation, namespace, name } = request;
  return { webhook, review: uid, operation, ...(namespace !== undefined && { namespace }), name };
}

/** How long a webhook may take, so that its failure is reported in our words and not as a deadline of the API server. */
function parseTimeoutMs(query: URLSearchParams): number {
  const asked = query.get('timeout') ?? '';
  const timeoutMs = formats.duration.pattern.test(asked) ? parseDurationMs(asked) : usualTimeoutMs;
  return timeoutMs - Math.min(timeoutMs / 10, wayBackMs);
}

/** An answer that is no review: why there is none. */
export function answerText(status: number, body: string): Reviewed {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${body}\n` };
}
