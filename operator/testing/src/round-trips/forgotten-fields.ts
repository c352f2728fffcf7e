import fc from 'fast-check';

import type { Api } from '@kubewright/runtime/internal/api';
import { formatKind, OperatorError } from '@kubewright/runtime/internal/base';
import type { ConversionDefinition, SpokeDefinition } from '@kubewright/runtime/internal/conversion';
import { isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';
import { arbitraryValue } from './arbitrary-value.ts';
import { type FieldPath, listOwnFields, replaceField } from './own-fields.ts';
import { getSchemas } from './arbitrary-object.ts';
import type { Convertible, RoundTripsOptions } from './round-trips-options.ts';

/** A conversion function with the versions before and after it. */
interface Way {
  readonly name: 'toHub' | 'fromHub';
  readonly convert: (content: never) => unknown;
  readonly from: Api;
  readonly to: Api;
}

const samples = 30;

/**
 * Detects a renamed field that both functions of a spoke ignore: the annotation with retained values restores it, so a
 * round trip does not show that. A function ignores a field if no value of it changes the result. A field that only one
 * version has may have no equivalent, so it is reported only if the other version also has a field that is ignored.
 * Errors: `TEST_FAILED`.
 */
export function checkForgottenFields(conversion: ConversionDefinition, options: RoundTripsOptions): void {
  for (const spoke of conversion.spokes)
    for (const part of ['spec', 'status'] as const) {
      const [there, back] = buildWays(conversion.hub, spoke).map((way) => ({
        way,
        fields: findForgotten(way, part, options),
      })) as [Forgetting, Forgetting];
      if (there.fields.length > 0 && back.fields.length > 0) throw buildFailure(conversion, spoke, [there, back]);
    }
}

interface Forgetting {
  readonly way: Way;
  readonly fields: readonly string[];
}

function buildWays(hub: Api, { api, toHub, fromHub }: SpokeDefinition): readonly [Way, Way] {
  return [
    { name: 'toHub', convert: toHub, from: api, to: hub },
    { name: 'fromHub', convert: fromHub, from: hub, to: api },
  ];
}

function findForgotten(way: Way, part: 'spec' | 'status', options: RoundTripsOptions): readonly string[] {
  const known = options.onlyIn?.[way.from.version] ?? [];
  return listOwnFields(getSchemas(way.from)[part], getSchemas(way.to)[part])
    .map(({ path, schema }) => ({ path: [part, ...path], schema }))
    .filter(({ path }) => !known.includes(formatPath(path)))
    .filter((field) => isForgotten(way, field, options))
    .map(({ path }) => formatPath(path));
}

/**
 * Whether objects that differ only in the field always convert to the same result. False if no two objects could be
 * compared.
 */
function isForgotten(
  way: Way,
  { path, schema }: FieldPath,
  { filter = () => true, seed = 1 }: RoundTripsOptions,
): boolean {
  const { spec, status } = getSchemas(way.from);
  const value = arbitraryValue(schema);
  const pairs = fc.record({ spec: arbitraryValue(spec), status: arbitraryValue(status), one: value, other: value });
  const results = fc.sample(pairs, { numRuns: samples, seed }).flatMap(({ one, other, ...content }) => {
    const both = [one, other].map((each) => replaceField(content, path, each));
    if (isEqualJson(both[0], both[1])) return [];
    if (!both.every((each) => filter({ version: way.from.version, ...(each as Omit<Convertible, 'version'>) })))
      return [];
    return [isSameResult(way, both)];
  });
  return results.length > 0 && results.every(Boolean);
}

/**
 * Whether both objects convert to the same result. A function that throws depends on the value; the round-trip laws
 * report the error itself.
 */
function isSameResult({ convert }: Way, [one, other]: readonly unknown[]): boolean {
  try {
    return isEqualJson(toJson(convert(one as never)), toJson(convert(other as never)));
  } catch {
    return false;
  }
}

/** Formats a path: `spec.prices[].cents`. */
function formatPath(path: readonly string[]): string {
  return path.join('.').replaceAll('.[]', '[]');
}

function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function buildFailure(
  { hub }: ConversionDefinition,
  { api }: SpokeDefinition,
  [there, back]: readonly [Forgetting, Forgetting],
): OperatorError {
  const [first] = there.fields;
  const hint =
    `toHub of ${api.version} ignores ${there.fields.join(', ')}, and fromHub ignores ${back.fields.join(', ')} of ${hub.version}. ` +
    `Convert a renamed field; if the fields are unrelated, pass onlyIn: { ${api.version}: ['${String(first)}'] }`;
  return new OperatorError('TEST_FAILED', `convert ${formatKind(hub)} between ${api.version} and ${hub.version}`, {
    hint,
  });
}
