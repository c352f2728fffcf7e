import {
  MalformedReviewError,
  answerText,
  type PostedReview,
  type Reviewed,
  type Reviews,
  tryRead,
} from '../admission/index.ts';
import { formatApiVersion, type Clock, type KubeObject } from '../base/index.ts';
import {
  buildConversionAnswer,
  type ConversionOutcome,
  type ConversionRequest,
  parseConversionRequest,
} from './conversion-review.ts';
import { convert } from './convert.ts';
import type { ConversionDefinition } from './define-conversion.ts';
import { type FailureObserver, createMinuteFilter, reportFailure, type Reporting } from './report-failure.ts';
import { ConversionError } from './conversion-error.ts';

/** Receives the result of each conversion request, for metrics. */
export interface ConversionObserver extends FailureObserver {
  /**
   * Called when a request arrives. Returns a function to call with the HTTP status and the number of converted objects.
   */
  onBegin(conversion: string): (status: number, objects: number) => void;
}

export interface ConversionsOptions extends Omit<Reporting, 'isNew'> {
  readonly conversions: readonly ConversionDefinition[];
  readonly clock: Pick<Clock, 'yieldIfDue' | 'monotonic'>;
  /** Receives results, for metrics. @default - none */
  readonly observer?: ConversionObserver;
}

/**
 * Answers conversion reviews at `/convert/<conversion>`, one object at a time; yields to other work during a long list.
 * If one object fails, the whole request fails, and the API server shows the error message, which names the object, to
 * the client. The log has the key of the object and the reason, at most once a minute for each message, but never the
 * object.
 */
export function createConversions(options: ConversionsOptions): Reviews {
  const byPath = new Map(options.conversions.map((each) => [each.webhook.path, each]));
  const answering = { ...options, isNew: createMinuteFilter(options.clock) };
  return async ({ path, body }) => {
    const conversion = byPath.get(path);
    if (conversion === undefined) return answerText(404, 'unknown conversion');
    const end = options.observer?.onBegin(conversion.name);
    const { answer, objects } = await answerRequest(answering, conversion, body);
    end?.(answer.status, objects);
    return answer;
  };
}

type Answering = ConversionsOptions & Reporting;

interface AnsweredConversion {
  readonly answer: Reviewed;
  /** The number of converted objects in the response. */
  readonly objects: number;
}

async function answerRequest(
  options: Answering,
  conversion: ConversionDefinition,
  body: PostedReview['body'],
): Promise<AnsweredConversion> {
  const request = tryRead(parseConversionRequest, body);
  if (request instanceof MalformedReviewError) return { answer: answerText(400, request.message), objects: 0 };
  const outcome = await convertAll(options, conversion, request);
  const answer = { contentType: 'application/json', body: buildConversionAnswer(request, outcome) } as const;
  return { answer: { status: 200, ...answer }, objects: 'objects' in outcome ? outcome.objects.length : 0 };
}

async function convertAll(
  options: Answering,
  conversion: ConversionDefinition,
  request: ConversionRequest,
): Promise<ConversionOutcome> {
  const objects: KubeObject[] = [];
  for (const object of request.objects) {
    await options.clock.yieldIfDue();
    try {
      objects.push(toVersion(conversion, object, request.desiredApiVersion));
    } catch (error) {
      const { name } = conversion;
      return { failure: reportFailure(options, { conversion: name, error, object, to: request.desiredApiVersion }) };
    }
  }
  return { objects };
}

function toVersion(conversion: ConversionDefinition, object: KubeObject, apiVersion: string): KubeObject {
  const { hub, spokes } = conversion;
  const wanted = [hub, ...spokes.map(({ api }) => api)].find((api) => formatApiVersion(api) === apiVersion);
  if (wanted !== undefined) return convert(conversion, object, wanted.version);
  throw new ConversionError('UnknownVersion', `unknown version ${apiVersion}`);
}
