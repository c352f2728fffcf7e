import { apiVersionOf, type KubeObject, kindText } from '../base/index.ts';
import { equalJson, hashOf } from '../reconcile/compare/index.ts';
import { call, type JsonContent } from './call.ts';
import type { ConversionDefinition } from './define-conversion.ts';
import { differenceOf, merged } from './difference.ts';
import { type Kept, keptIn, type KeptVersion, withKept } from './kept.ts';
import { type Step, stepsBetween } from './steps.ts';
import { NotConverted } from './unconvertible.ts';

/** What of an object changes on the way. */
interface Traveller {
  readonly content: JsonContent;
  readonly kept: Kept;
}

/**
 * An object in another version of its kind: by way of the hub, if both are spokes.
 *
 * Guarantees, for functions that return the same for the same content, in whatever order its members are:
 * - back in the version that it came from, an object that nobody has changed is what it was;
 * - an object that was changed there is what `toHub` or `fromHub` make of it. What they have no place for is as it was
 *   before, as far as the changed object still looks the same with it;
 * - metadata stays as it is, but for the annotations `conversion.kubewright.dev/<version>`, which are there only while
 *   they are needed.
 *
 * Errors: `NotConverted`, with the reason.
 */
export function convert(conversion: ConversionDefinition, object: KubeObject, to: string): KubeObject {
  const { kind, metadata } = object;
  const from = versionIn(conversion, object);
  const steps = stepsBetween(conversion, { from, to });
  if (steps.length === 0) return object;
  const { spec, status } = object as KubeObject & JsonContent;
  const content = { ...(spec && { spec }), ...(status && { status }) };
  const end = steps.reduce(taken, { content, kept: keptIn(metadata) });
  const apiVersion = apiVersionOf({ group: conversion.hub.group, version: to });
  return { apiVersion, kind, metadata: withKept(metadata, end.kept), ...end.content };
}

/** The version of an object. Errors: `NotConverted` if it is none of the conversion. */
function versionIn({ hub, spokes }: ConversionDefinition, { apiVersion, kind }: KubeObject): string {
  const api = [hub, ...spokes.map((spoke) => spoke.api)].find((each) => apiVersionOf(each) === apiVersion);
  if (api !== undefined && kind === hub.kind) return api.version;
  throw new NotConverted('UnknownVersion', `${kind} of ${apiVersion} is no version of ${kindText(hub)}`);
}

function taken({ content, kept }: Traveller, step: Step): Traveller {
  const next = restored(step, content, kept.get(step.to));
  const difference = differenceOf(call(step.back, next), content);
  const others = [...kept].filter(([version]) => version !== step.from && version !== step.to);
  const own = difference === undefined ? [] : [[step.from, { beside: hashOf(next), difference }] as const];
  return { content: next, kept: new Map([...others, ...own]) };
}

/** What the function makes of the content, with what was kept for that version. */
function restored(step: Step, content: JsonContent, kept: KeptVersion | undefined): JsonContent {
  const seen = call(step.there, content);
  if (kept === undefined) return seen;
  if (kept.beside === hashOf(content)) return merged(seen, kept.difference, () => true) as JsonContent;
  const shown = call(step.back, seen);
  return merged(seen, kept.difference, (candidate) => {
    const image = tryCall(step, candidate as JsonContent);
    return equalJson(image, content) || equalJson(image, shown);
  }) as JsonContent;
}

/** What a mixture of old and new looks like; `undefined` if it has no equivalent. */
function tryCall(step: Step, candidate: JsonContent): JsonContent | undefined {
  try {
    return call(step.back, candidate);
  } catch (error) {
    if (error instanceof NotConverted) return undefined;
    throw error;
  }
}
