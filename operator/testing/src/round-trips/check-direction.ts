import fc from 'fast-check';

import { formatApiVersion, formatKind, type KubeObject, OperatorError } from '@kubewright/runtime/internal/base';
import { arbitraryKubeObject, buildObject } from './arbitrary-object.ts';
import { checkChange, checkRoundTrip, BrokenLawError, type ConversionDirection } from './laws.ts';
import type { Convertible, RoundTripsOptions } from './round-trips-options.ts';

type Objects = readonly [object: KubeObject, change: KubeObject];

/** Checks the round-trip laws for one pair of versions. Errors: `TEST_FAILED`. */
export function checkDirection(
  way: ConversionDirection,
  { examples = [], runs = 100, seed, filter: when = () => true }: RoundTripsOptions,
): void {
  for (const example of examples) {
    if (example.apiVersion !== formatApiVersion(way.from)) continue;
    const { apiVersion: _apiVersion, kind: _kind, metadata, ...content } = example;
    const object = buildObject(way.from, content, metadata);
    const problem = catchBrokenLaw(() => checkRoundTrip(way, object));
    if (problem !== undefined) throw buildFailure(way, problem);
  }
  const property = fc.property(arbitraryKubeObject(way.from), arbitraryKubeObject(way.to), (...objects: Objects) => {
    fc.pre(objects.every((each) => when(toConvertible(each))));
    checkRoundTrip(way, objects[0]);
    checkChange(way, ...objects);
  });
  const details = fc.check(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
  if (details.failed) throw toFailure(way, details);
}

function catchBrokenLaw(check: () => void): BrokenLawError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof BrokenLawError) return error;
    throw error;
  }
}

function toFailure(
  way: ConversionDirection,
  { errorInstance, seed, numSkips }: fc.RunDetails<[KubeObject, KubeObject]>,
): Error {
  if (errorInstance instanceof BrokenLawError) return buildFailure(way, errorInstance, seed);
  if (errorInstance instanceof Error) return errorInstance;
  const hint = `\`filter\` rejected ${String(numSkips)} objects: pass examples instead`;
  return new OperatorError('TEST_FAILED', `generate objects of ${formatKind(way.from)}`, { hint });
}

function buildFailure(
  { conversion, from, to }: ConversionDirection,
  broken: BrokenLawError,
  seed?: number,
): OperatorError {
  const { message, object, converted } = broken;
  const hint = [
    `${message}\n\n${formatContent(object)}`,
    ...(converted === undefined ? [] : [`was converted to\n\n${formatContent(converted)}`]),
    ...(seed === undefined ? [] : [`To reproduce: { seed: ${String(seed)} }`]),
  ].join('\n\n');
  const what = `convert ${formatKind(conversion.hub)} from ${from.version} to ${to.version} and back`;
  return new OperatorError('TEST_FAILED', what, { hint, cause: broken });
}

/** Formats an object without apiVersion, kind and metadata. */
function formatContent(object: KubeObject): string {
  const { apiVersion, metadata, ...content } = object;
  const { annotations } = metadata;
  return JSON.stringify({ apiVersion, ...(annotations && { metadata: { annotations } }), ...content }, undefined, 2);
}

function toConvertible(object: KubeObject): Convertible {
  const { spec = {}, status = {} } = object as KubeObject & Partial<Convertible>;
  return { version: object.apiVersion.slice(object.apiVersion.indexOf('/') + 1), spec, status };
}
