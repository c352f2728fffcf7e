import { NoReview, plainly, type Posted, type Reviewed, type Reviews, tryRead } from '../admission/index.ts';
import { apiVersionOf, type Clock, type KubeObject, OperatorError, twiceIn } from '../base/index.ts';
import {
  answerToConversion,
  type ConversionOutcome,
  type ConversionRequest,
  conversionRequestIn,
} from './conversion-review.ts';
import { convert } from './convert.ts';
import type { ConversionDefinition } from './define-conversion.ts';
import { type FailureObserver, onceAMinute, reportFailure, type Reporting } from './report-failure.ts';
import { NotConverted } from './unconvertible.ts';

/** Called with each request of a conversion, for metrics. */
export interface ConversionObserver extends FailureObserver {
  /** Returns what is to be called with the HTTP status, and how many objects were converted. */
  began(conversion: string): (status: number, objects: number) => void;
}

export interface ConversionsOptions extends Omit<Reporting, 'isNew'> {
  readonly conversions: readonly ConversionDefinition[];
  readonly clock: Pick<Clock, 'yieldIfDue' | 'monotonic'>;
  /** @default - nobody */
  readonly observer?: ConversionObserver;
}

/**
 * Answers the reviews of conversions at `/convert/<conversion>`, object by object; a long list leaves room for other
 * work.
 *
 * If an object cannot be converted, none of its request is: the API server fails the request for all of them, and shows
 * our message, which names the object, to whoever has sent it. The log has the reason, once a minute, and never the object.
 *
 * Errors: `DECLARATION_INVALID` for two conversions of one name.
 */
export function createConversions(options: ConversionsOptions): Reviews {
  const byPath = new Map(options.conversions.map((each) => [each.webhook.path, each]));
  if (byPath.size < options.conversions.length) throw nameTwice(options.conversions);
  const answering = { ...options, isNew: onceAMinute(options.clock) };
  return async ({ path, body }) => {
    const conversion = byPath.get(path);
    if (conversion === undefined) return plainly(404, 'there is no such conversion');
    const end = options.observer?.began(conversion.name);
    const { answer, objects } = await answered(answering, conversion, body);
    end?.(answer.status, objects);
    return answer;
  };
}

type Answering = ConversionsOptions & Reporting;

interface Answered {
  readonly answer: Reviewed;
  /** How many were converted. */
  readonly objects: number;
}

async function answered(options: Answering, conversion: ConversionDefinition, body: Posted['body']): Promise<Answered> {
  const request = tryRead(conversionRequestIn, body);
  if (request instanceof NoReview) return { answer: plainly(400, request.message), objects: 0 };
  const outcome = await converted(options, conversion, request);
  const answer = { contentType: 'application/json', body: answerToConversion(request, outcome) } as const;
  return { answer: { status: 200, ...answer }, objects: 'objects' in outcome ? outcome.objects.length : 0 };
}

async function converted(
  options: Answering,
  conversion: ConversionDefinition,
  request: ConversionRequest,
): Promise<ConversionOutcome> {
  const objects: KubeObject[] = [];
  for (const object of request.objects) {
    await options.clock.yieldIfDue();
    try {
      objects.push(inVersion(conversion, object, request.desiredApiVersion));
    } catch (error) {
      const { name } = conversion;
      return { failure: reportFailure(options, { conversion: name, error, object, to: request.desiredApiVersion }) };
    }
  }
  return { objects };
}

function inVersion(conversion: ConversionDefinition, object: KubeObject, apiVersion: string): KubeObject {
  const { hub, spokes } = conversion;
  const wanted = [hub, ...spokes.map(({ api }) => api)].find((api) => apiVersionOf(api) === apiVersion);
  if (wanted !== undefined) return convert(conversion, object, wanted.version);
  throw new NotConverted('UnknownVersion', `there is no version ${apiVersion}`);
}

function nameTwice(conversions: readonly ConversionDefinition[]): OperatorError {
  const name = twiceIn(conversions.map((each) => each.name)) ?? '';
  const hint = `two have the name ${JSON.stringify(name)}: give one of them another`;
  return new OperatorError('DECLARATION_INVALID', 'serve the conversions', { hint });
}
