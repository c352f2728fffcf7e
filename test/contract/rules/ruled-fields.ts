import type { CrdSchema, ValidationRule } from '@kubewright/runtime/internal/base';

/** A field with CEL rules like those of well-known projects, and values that they accept or reject. */
export interface RuleCase {
  readonly schema: CrdSchema;
  readonly accepted?: readonly unknown[];
  readonly rejected?: readonly unknown[];
  /** Accepted changes from a stored value to a new one. */
  readonly acceptedChanges?: readonly (readonly [from: unknown, to: unknown])[];
  readonly rejectedChanges?: readonly (readonly [from: unknown, to: unknown])[];
}

export const text: CrdSchema = { type: 'string', maxLength: 40 };
export const whole: CrdSchema = { type: 'integer' };

export function rules(...given: readonly (string | ValidationRule)[]): Pick<CrdSchema, 'x-kubernetes-validations'> {
  const whole = given.map((rule) => (typeof rule === 'string' ? { rule } : rule));
  return { 'x-kubernetes-validations': whole };
}

export const ofText = (...given: readonly (string | ValidationRule)[]): CrdSchema => ({ ...text, ...rules(...given) });

export const ofObject = (
  properties: Record<string, CrdSchema>,
  ...given: readonly (string | ValidationRule)[]
): CrdSchema => ({
  type: 'object',
  properties,
  ...rules(...given),
});

export const ofList = (items: CrdSchema, ...given: readonly (string | ValidationRule)[]): CrdSchema => ({
  type: 'array',
  maxItems: 5,
  items,
  ...rules(...given),
});

export const ofMap = (members: CrdSchema, ...given: readonly (string | ValidationRule)[]): CrdSchema => ({
  type: 'object',
  maxProperties: 5,
  additionalProperties: members,
  ...rules(...given),
});

export const three = { a: text, b: text, c: text };
