import { type Clock, createDeadline, parseDurationMs, formats, type Logger, watchAbort } from '../base/index.ts';
import { type WebhookHandles, type AdmitOptions, runMutate, runValidate } from './admit.ts';
import { type AdmissionRequest, buildAnswer, parseRequest } from './review.ts';
import { MalformedReviewError, tryRead } from './review-body.ts';
import type { DryRunOptions } from './dry-run.ts';
import type { WebhookDefinition } from './webhook.ts';

/** The path, query and body of an HTTP request from the API server. */
export interface PostedReview {
  /** `/mutate/<webhook>` or `/validate/<webhook>`. */
  readonly path: string;
  /** The query; `timeout` is the API server's own timeout, such as `10s`. */
  readonly query: URLSearchParams;
  readonly body: string;
}

/** The HTTP response. */
export interface Reviewed {
  readonly status: number;
  readonly contentType: 'application/json' | 'text/plain; charset=utf-8';
  readonly body: string;
}

/** Receives the path and result of each webhook request, for metrics. */
export interface ReviewObserver {
  /** Called when a request arrives. Returns a function to call with the HTTP status of its response. */
  onBegin(path: string): (status: number) => void;
  /** Called when a handler of the webhook throws. */
  onThrown(path: string): void;
}

export interface ReviewsOptions {
  readonly webhooks: readonly WebhookDefinition[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Creates the handles and settings of a webhook. @default - none */
  readonly resolveHandlesOf?: (
    webhook: WebhookDefinition,
    request: Pick<DryRunOptions, 'namespace' | 'signal' | 'warn'>,
  ) => WebhookHandles;
  /** Receives requests, for metrics. @default - no observer */
  readonly observer?: ReviewObserver;
}

const nothing: WebhookHandles = { handles: {}, settings: {} };

type Phase = typeof runMutate;

const phases: Readonly<Record<string, Phase>> = { mutate: runMutate, validate: runValidate };

/** Assumed timeout of the API server if the request states none. */
const usualTimeoutMs = 10_000;
/** Upper limit of the time that is reserved to send the response; otherwise a tenth of the timeout. */
const wayBackMs = 500;

/** Answers one request. Never rejects. */
export type Reviews = (posted: PostedReview) => Promise<Reviewed>;

/**
 * Answers admission reviews. If a handler throws, or runs until just before the API server's timeout, the response is a
 * 500 instead of a denial, so that the `failurePolicy` decides. The reason is logged, without the object. API servers
 * show users the text of a 500, but not of other error statuses.
 */
export function createReviews(options: ReviewsOptions): Reviews {
  return async ({ path, query, body }) => {
    const [, verb = '', name = ''] = path.split('/');
    const phase = Object.hasOwn(phases, verb) ? phases[verb] : undefined;
    const webhook = options.webhooks.find((each) => each.name === name);
    if (phase === undefined || webhook === undefined || path !== `/${verb}/${name}`)
      return answerText(404, 'unknown webhook');
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
    log.warn('a webhook timed out', { afterMs });
    return buildFailure(
      webhook,
      `took longer than ${String(afterMs)} ms; see review ${uid} in the log of the operator`,
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
    if (!verdict.allowed) log.debug('a webhook rejected a request', { fields: verdict.faults.map(({ path }) => path) });
    return { status: 200, contentType: 'application/json', body: buildAnswer(request, verdict) };
  } catch (error) {
    if (signal.aborted) return tooSlow();
    options.observer?.onThrown(path);
    log.error(error, 'a webhook failed');
    return buildFailure(webhook, `failed; see review ${uid} in the log of the operator`);
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

/**
 * The time limit of a handler: shorter than the API server's timeout, so that the user sees the operator's error
 * message.
 */
function parseTimeoutMs(query: URLSearchParams): number {
  const asked = query.get('timeout') ?? '';
  const timeoutMs = formats.duration.pattern.test(asked) ? parseDurationMs(asked) : usualTimeoutMs;
  return timeoutMs - Math.min(timeoutMs / 10, wayBackMs);
}

/** A plain-text response for a request that is not answered with a review. */
export function answerText(status: number, body: string): Reviewed {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${body}\n` };
}
