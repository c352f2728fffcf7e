import { mapIn, NoReview, reviewRequestIn, textIn } from '../admission/index.ts';
import { exactText, type KubeObject } from '../base/index.ts';

/** What the API server asks: objects of one kind, in one version. */
export interface ConversionRequest {
  /** Of the review: the answer names it again. */
  readonly uid: string;
  /** `example.com/v2` */
  readonly desiredApiVersion: string;
  /** All of the same kind, each in any of its versions. */
  readonly objects: readonly KubeObject[];
}

/** What it is answered: all objects in the desired version and the same order, or why there are none. */
export type ConversionOutcome = { readonly objects: readonly KubeObject[] } | { readonly failure: string };

const apiVersion = 'apiextensions.k8s.io/v1';

/**
 * The request in the body of a `ConversionReview`.
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-request-and-response
 *
 * Errors: `NoReview` for anything else, with what is wrong.
 */
export function conversionRequestIn(body: string): ConversionRequest {
  const review = { apiVersion, kind: 'ConversionReview' };
  const { uid, desiredAPIVersion, objects } = reviewRequestIn(body, review);
  if (!Array.isArray(objects)) throw new NoReview('request.objects is no list');
  return {
    uid: textIn(uid, 'request.uid'),
    desiredApiVersion: textIn(desiredAPIVersion, 'request.desiredAPIVersion'),
    objects: objects.map((object, index) => objectIn(object, `request.objects[${String(index)}]`)),
  };
}

/** The body of the answer. */
export function answerToConversion({ uid }: ConversionRequest, outcome: ConversionOutcome): string {
  const response =
    'failure' in outcome
      ? { uid, convertedObjects: [], result: { status: 'Failure', message: outcome.failure } }
      : { uid, convertedObjects: outcome.objects, result: { status: 'Success' } };
  return exactText({ apiVersion, kind: 'ConversionReview', response });
}

function objectIn(value: unknown, what: string): KubeObject {
  const object = mapIn(value, what);
  textIn(object['apiVersion'], `${what}.apiVersion`);
  textIn(object['kind'], `${what}.kind`);
  mapIn(object['metadata'], `${what}.metadata`);
  for (const part of ['spec', 'status'] as const) {
    if (object[part] !== undefined && object[part] !== null) mapIn(object[part], `${what}.${part}`);
  }
  return value as KubeObject;
}
