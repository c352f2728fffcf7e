import fc from 'fast-check';

import { apiVersionOf, kindText, type KubeObject, OperatorError } from '@kubewright/runtime/internal/base';
import { arbitraryObjectOf, objectOf } from './arbitrary-object.ts';
import { checkChange, checkRoundTrip, LawBroken, type Way } from './laws.ts';
import type { Convertible, RoundTripsOptions } from './round-trips-options.ts';

type Objects = readonly [object: KubeObject, change: KubeObject];

/** Checks the laws for one pair of versions. Errors: `TEST_FAILED`. */
export function checkWay(way: Way, { examples = [], runs = 100, seed, when = () => true }: RoundTripsOptions): void {
  for (const example of examples) {
    if (example.apiVersion !== apiVersionOf(way.from)) continue;
    const { apiVersion: _apiVersion, kind: _kind, metadata, ...content } = example;
    const object = objectOf(way.from, content, metadata);
    const problem = problemOf(() => checkRoundTrip(way, object));
    if (problem !== undefined) throw failure(way, problem);
  }
  const property = fc.property(arbitraryObjectOf(way.from), arbitraryObjectOf(way.to), (...objects: Objects) => {
    fc.pre(objects.every((each) => when(convertible(each))));
    checkRoundTrip(way, objects[0]);
    checkChange(way, ...objects);
  });
  const details = fc.check(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
  if (details.failed) throw failureOf(way, details);
}

function problemOf(check: () => void): LawBroken | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof LawBroken) return error;
    throw error;
  }
}

function failureOf(way: Way, { errorInstance, seed, numSkips }: fc.RunDetails<[KubeObject, KubeObject]>): Error {
  if (errorInstance instanceof LawBroken) return failure(way, errorInstance, seed);
  if (errorInstance instanceof Error) return errorInstance;
  const hint = `\`when\` has refused ${String(numSkips)} objects: give examples instead`;
  return new OperatorError('TEST_FAILED', `generate objects of ${kindText(way.from)}`, { hint });
}

/** The words of a failure, with the objects below it. */
function failure({ conversion, from, to }: Way, broken: LawBroken, seed?: number): OperatorError {
  const { message, object, converted } = broken;
  const hint = [
    `${message}\n\n${textOf(object)}`,
    ...(converted === undefined ? [] : [`was converted to\n\n${textOf(converted)}`]),
    ...(seed === undefined ? [] : [`To see it again: { seed: ${String(seed)} }`]),
  ].join('\n\n');
  const what = `convert ${kindText(conversion.hub)} from ${from.version} to ${to.version} and back`;
  return new OperatorError('TEST_FAILED', what, { hint, cause: broken });
}

/** Without what every object has. */
function textOf(object: KubeObject): string {
  const { apiVersion, metadata, ...content } = object;
  const { annotations } = metadata;
  return JSON.stringify({ apiVersion, ...(annotations && { metadata: { annotations } }), ...content }, undefined, 2);
}

function convertible(object: KubeObject): Convertible {
  const { spec = {}, status = {} } = object as KubeObject & Partial<Convertible>;
  return { version: object.apiVersion.slice(object.apiVersion.indexOf('/') + 1), spec, status };
}
