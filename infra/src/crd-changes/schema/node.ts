import type { Schema } from '../crd.ts';
import type { Difference } from '../change.ts';

/** A place in both schemas. */
export interface Node {
  readonly before: Schema;
  readonly after: Schema;
  /** Empty at the root. */
  readonly path: string;
  /** Whether the API server refused a null here, and did not drop it: for items, and for required fields. */
  readonly refusedNull?: boolean;
}

/** Compares some keywords of a place. */
export type Comparison = (node: Node) => readonly Difference[];

/** The schema of a value of which nothing is known. */
export const anything: Schema = { 'x-kubernetes-preserve-unknown-fields': true };

/** Whether fields that the schema does not name are kept. */
export function keepsUnknown(schema: Schema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

/** The schema of the values of a map; `undefined` if it is none. */
export function valuesOf({ additionalProperties }: Schema): Schema | undefined {
  if (typeof additionalProperties !== 'boolean') return additionalProperties;
  return additionalProperties ? anything : undefined;
}
