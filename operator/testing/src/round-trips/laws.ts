import { type Api, findValueProblem } from '@kubewright/runtime/internal/api';
import { formatApiVersion, type KubeObject } from '@kubewright/runtime/internal/base';
import { type ConversionDefinition, convert, ConversionError } from '@kubewright/runtime/internal/conversion';
import { findDifferingPaths, isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';
import { getSchemas } from './arbitrary-object.ts';

export interface ConversionDirection {
  readonly conversion: ConversionDefinition;
  readonly from: Api;
  readonly to: Api;
}

export class BrokenLawError extends Error {
  override readonly name = 'BrokenLawError';
  readonly object: KubeObject;
  /** The converted object; `undefined` if the conversion failed. */
  readonly converted: KubeObject | undefined;

  constructor(message: string, object: KubeObject, converted?: KubeObject) {
    super(message);
    this.object = object;
    this.converted = converted;
  }
}

interface RoundTrip extends ConversionDirection {
  readonly object: KubeObject;
}

/**
 * Checks the law of every object: it can be converted, always to the same result, which the schema of the other version
 * allows; and converting back restores it. Errors: `BrokenLawError`.
 */
export function checkRoundTrip(way: ConversionDirection, object: KubeObject): void {
  const given = { ...way, object };
  const there = convertObject(given, object, way.to);
  const again = convertObject(given, structuredClone(object), way.to);
  if (!isEqualJson(there, again)) {
    const paths = findDifferingPaths(there, again).join(', ');
    throw new BrokenLawError(
      `a second conversion has a different result: the functions must be pure (${paths})`,
      object,
      there,
    );
  }
  checkSchema(given, there);
  const back = convertObject(given, there, way.from);
  if (!isEqualJson(back, object)) {
    throw new BrokenLawError(`the round trip changes ${findDifferingPaths(object, back).join(', ')}`, object, there);
  }
}

/**
 * Checks the law of every change: a change that is made after a conversion survives converting back and forth. Errors:
 * `BrokenLawError`.
 */
export function checkChange(way: ConversionDirection, object: KubeObject, change: KubeObject): void {
  const there = convertObject({ ...way, object }, object, way.to);
  const changed = { ...change, metadata: there.metadata };
  const given = { ...way, object: changed };
  const kept = convertObject(given, convertObject(given, changed, way.from), way.to);
  const [wanted, found] = [getContent(changed), getContent(kept)];
  if (!isEqualJson(wanted, found)) {
    throw new BrokenLawError(
      `a change in ${way.to.version} is lost: ${findDifferingPaths(wanted, found).join(', ')}`,
      changed,
    );
  }
}

function convertObject({ conversion, object }: RoundTrip, from: KubeObject, to: Api): KubeObject {
  try {
    return JSON.parse(JSON.stringify(convert(conversion, from, to.version))) as KubeObject;
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    const message = `${from.apiVersion} cannot be converted to ${formatApiVersion(to)}: ${error.message}`;
    throw new BrokenLawError(message, object, from === object ? undefined : from);
  }
}

function checkSchema({ to, object }: RoundTrip, there: KubeObject): void {
  const content = getContent(there);
  for (const [part, schema] of Object.entries(getSchemas(to))) {
    const value = content[part as 'spec' | 'status'];
    const problem = value === undefined ? undefined : findValueProblem(schema, value);
    if (problem !== undefined) throw new BrokenLawError(`its ${part} in ${to.version} ${problem}`, object, there);
  }
}

function getContent(object: KubeObject): { readonly spec?: unknown; readonly status?: unknown } {
  const { spec, status } = object as KubeObject & { readonly spec?: unknown; readonly status?: unknown };
  return { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) };
}
