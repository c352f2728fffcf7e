import { formatApiVersion, type KubeObject, formatKind } from '../base/index.ts';
import { isEqualJson, computeHash } from '../reconcile/compare/index.ts';
import { call, type JsonContent } from './call.ts';
import type { ConversionDefinition } from './define-conversion.ts';
import { computeDifference, mergeDifference } from './difference.ts';
import { type RetainedVersions, readRetained, type RetainedVersion, withRetained } from './retained.ts';
import { type Step, listSteps } from './steps.ts';
import { ConversionError } from './conversion-error.ts';

/** The parts of an object that a conversion changes: content and retained values. */
interface ConversionState {
  readonly content: JsonContent;
  readonly retained: RetainedVersions;
}

/**
 * Converts an object to another version of its kind, via the hub version unless that is one of the two.
 *
 * Guarantees, if the result of each conversion function depends only on the content, and not on the order of its
 * fields:
 * - an unchanged object is identical after it was converted to another version and back;
 * - a changed object is the result of `toHub` or `fromHub`. Fields that the version lacks keep their earlier values, as
 *   long as the changed object still converts to the same result with them;
 * - metadata is unchanged, except for the annotations `conversion.kubewright.dev/<version>`, which exist only while
 *   they are needed.
 *
 * Errors: `ConversionError`, with the reason.
 */
export function convert(conversion: ConversionDefinition, object: KubeObject, to: string): KubeObject {
  const { kind, metadata } = object;
  const from = getVersion(conversion, object);
  const steps = listSteps(conversion, { from, to });
  if (steps.length === 0) return object;
  const { spec, status } = object as KubeObject & JsonContent;
  const content = { ...(spec && { spec }), ...(status && { status }) };
  const end = steps.reduce(takeStep, { content, retained: readRetained(metadata) });
  const apiVersion = formatApiVersion({ group: conversion.hub.group, version: to });
  return { apiVersion, kind, metadata: withRetained(metadata, end.retained), ...end.content };
}

/** Returns the version of an object. Errors: `ConversionError` if the conversion does not declare it. */
function getVersion({ hub, spokes }: ConversionDefinition, { apiVersion, kind }: KubeObject): string {
  const api = [hub, ...spokes.map((spoke) => spoke.api)].find((each) => formatApiVersion(each) === apiVersion);
  if (api !== undefined && kind === hub.kind) return api.version;
  throw new ConversionError('UnknownVersion', `${kind} of ${apiVersion} is not a version of ${formatKind(hub)}`);
}

function takeStep({ content, retained }: ConversionState, step: Step): ConversionState {
  const next = restoreContent(step, content, retained.get(step.to));
  const difference = computeDifference(call(step.back, next), content);
  const others = [...retained].filter(([version]) => version !== step.from && version !== step.to);
  const own = difference === undefined ? [] : [[step.from, { beside: computeHash(next), difference }] as const];
  return { content: next, retained: new Map([...others, ...own]) };
}

/** Converts content, and merges the values that were retained for the target version into the result. */
function restoreContent(step: Step, content: JsonContent, retained: RetainedVersion | undefined): JsonContent {
  const seen = call(step.there, content);
  if (retained === undefined) return seen;
  if (retained.beside === computeHash(content))
    return mergeDifference(seen, retained.difference, () => true) as JsonContent;
  const shown = call(step.back, seen);
  return mergeDifference(seen, retained.difference, (candidate) => {
    const image = tryCall(step, candidate as JsonContent);
    return isEqualJson(image, content) || isEqualJson(image, shown);
  }) as JsonContent;
}

/** Converts a mixture of old and new values; returns `undefined` if the conversion function throws. */
function tryCall(step: Step, candidate: JsonContent): JsonContent | undefined {
  try {
    return call(step.back, candidate);
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}
