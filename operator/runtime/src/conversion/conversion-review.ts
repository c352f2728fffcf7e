import { getMap, MalformedReviewError, parseReviewRequest, getText } from '../admission/index.ts';
import { stringifyExactly, type KubeObject } from '../base/index.ts';

/** The API server's request: objects of one kind, and the desired version. */
export interface ConversionRequest {
  /** The review's uid; the response repeats it. */
  readonly uid: string;
  /** The `apiVersion` to convert to, such as `example.com/v2`. */
  readonly desiredApiVersion: string;
  /** Objects of one kind, each in any of its versions. */
  readonly objects: readonly KubeObject[];
}

/** The response: all objects in the desired version, in the order of the request, or the reason of a failure. */
export type ConversionOutcome = { readonly objects: readonly KubeObject[] } | { readonly failure: string };

const apiVersion = 'apiextensions.k8s.io/v1';

/**
 * Parses the request in the body of a `ConversionReview`. Errors: `MalformedReviewError` with the reason.
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-request-and-response
 */
export function parseConversionRequest(body: string): ConversionRequest {
  const review = { apiVersion, kind: 'ConversionReview' };
  const { uid, desiredAPIVersion, objects } = parseReviewRequest(body, review);
  if (!Array.isArray(objects)) throw new MalformedReviewError('request.objects is not a list');
  return {
    uid: getText(uid, 'request.uid'),
    desiredApiVersion: getText(desiredAPIVersion, 'request.desiredAPIVersion'),
    objects: objects.map((object, index) => parseObject(object, `request.objects[${String(index)}]`)),
  };
}

/** Builds the body of the response. */
export function buildConversionAnswer({ uid }: ConversionRequest, outcome: ConversionOutcome): string {
  const response =
    'failure' in outcome
      ? { uid, convertedObjects: [], result: { status: 'Failure', message: outcome.failure } }
      : { uid, convertedObjects: outcome.objects, result: { status: 'Success' } };
  return stringifyExactly({ apiVersion, kind: 'ConversionReview', response });
}

function parseObject(value: unknown, what: string): KubeObject {
  const object = getMap(value, what);
  getText(object['apiVersion'], `${what}.apiVersion`);
  getText(object['kind'], `${what}.kind`);
  getMap(object['metadata'], `${what}.metadata`);
  for (const part of ['spec', 'status'] as const) {
    if (object[part] !== undefined && object[part] !== null) getMap(object[part], `${what}.${part}`);
  }
  return value as KubeObject;
}
