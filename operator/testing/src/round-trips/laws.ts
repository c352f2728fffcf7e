import { type Api, refusedValue } from '@kubewright/runtime/internal/api';
import { apiVersionOf, type KubeObject } from '@kubewright/runtime/internal/base';
import { type ConversionDefinition, convert, NotConverted } from '@kubewright/runtime/internal/conversion';
import { differingPaths, equalJson } from '@kubewright/runtime/internal/reconcile/compare';
import { schemasOf } from './arbitrary-object.ts';

/** From one version to another. */
export interface Way {
  readonly conversion: ConversionDefinition;
  readonly from: Api;
  readonly to: Api;
}

/** A law does not hold of an object. */
export class LawBroken extends Error {
  override readonly name = 'LawBroken';
  readonly object: KubeObject;
  /** What became of it, if anything did. */
  readonly converted: KubeObject | undefined;

  constructor(message: string, object: KubeObject, converted?: KubeObject) {
    super(message);
    this.object = object;
    this.converted = converted;
  }
}

interface Given extends Way {
  readonly object: KubeObject;
}

/**
 * What has to hold of each object: it can be converted, always with the same result, which the schema of the other
 * version allows; and back it is what it was.
 *
 * Errors: `LawBroken`.
 */
export function checkRoundTrip(way: Way, object: KubeObject): void {
  const given = { ...way, object };
  const there = converted(given, object, way.to);
  const again = converted(given, structuredClone(object), way.to);
  if (!equalJson(there, again)) {
    const paths = differingPaths(there, again).join(', ');
    throw new LawBroken(
      `a second conversion has another result: the functions have to be pure (${paths})`,
      object,
      there,
    );
  }
  checkSchema(given, there);
  const back = converted(given, there, way.from);
  if (!equalJson(back, object)) {
    throw new LawBroken(`it comes back changed: ${differingPaths(object, back).join(', ')}`, object, there);
  }
}

/**
 * What has to hold of each change: an object that was converted, and then has another content, keeps that.
 *
 * Errors: `LawBroken`.
 */
export function checkChange(way: Way, object: KubeObject, change: KubeObject): void {
  const there = converted({ ...way, object }, object, way.to);
  const changed = { ...change, metadata: there.metadata };
  const given = { ...way, object: changed };
  const kept = converted(given, converted(given, changed, way.from), way.to);
  const [wanted, found] = [contentOf(changed), contentOf(kept)];
  if (!equalJson(wanted, found)) {
    throw new LawBroken(`a change in ${way.to.version} is lost: ${differingPaths(wanted, found).join(', ')}`, changed);
  }
}

function converted({ conversion, object }: Given, from: KubeObject, to: Api): KubeObject {
  try {
    return JSON.parse(JSON.stringify(convert(conversion, from, to.version))) as KubeObject;
  } catch (error) {
    if (!(error instanceof NotConverted)) throw error;
    const message = `${from.apiVersion} cannot be converted to ${apiVersionOf(to)}: ${error.message}`;
    throw new LawBroken(message, object, from === object ? undefined : from);
  }
}

function checkSchema({ to, object }: Given, there: KubeObject): void {
  const content = contentOf(there);
  for (const [part, schema] of Object.entries(schemasOf(to))) {
    const value = content[part as 'spec' | 'status'];
    const problem = value === undefined ? undefined : refusedValue(schema, value);
    if (problem !== undefined) throw new LawBroken(`its ${part} in ${to.version} ${problem}`, object, there);
  }
}

function contentOf(object: KubeObject): { readonly spec?: unknown; readonly status?: unknown } {
  const { spec, status } = object as KubeObject & { readonly spec?: unknown; readonly status?: unknown };
  return { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) };
}
