import { OperatorError, type ValidationRule } from '../base/index.ts';
import { cel } from './cel.ts';
import type { CommonOptions } from './options.ts';

export interface DurationOptions extends CommonOptions<string> {
  /** The shortest allowed duration, such as `1m`. @default - none */
  readonly minimum?: string;
  /** The longest allowed duration, such as `24h`. @default - none */
  readonly maximum?: string;
}

/** `minLength` rejects the empty text, which the pattern accepts; `maxLength` limits the cost of CEL rules. */
export const durationSchema = {
  type: 'string',
  minLength: 2,
  maxLength: 40,
  pattern: '^([0-9]{1,5}h)?([0-9]{1,7}m)?([0-9]{1,9}s)?([0-9]{1,9}ms)?$',
} as const;

/**
 * Turns `minimum` and `maximum` of a duration into CEL rules; keeps the other options. Errors: `DECLARATION_INVALID`
 * for a bound that is not a duration.
 */
export function toDurationOptions({ minimum, maximum, ...options }: DurationOptions = {}): CommonOptions<string> {
  const rules: readonly ValidationRule[] = [
    ...(minimum === undefined ? [] : [buildBound('minimum', '>=', minimum)]),
    ...(maximum === undefined ? [] : [buildBound('maximum', '<=', maximum)]),
    ...(options.rules ?? []),
  ];
  return { ...options, ...(rules.length > 0 && { rules }) };
}

function buildBound(name: string, operator: string, bound: string): ValidationRule {
  const { pattern, minLength } = durationSchema;
  if (bound.length < minLength || !new RegExp(pattern).test(bound)) {
    const hint = `${name}: ${JSON.stringify(bound)} must be a duration such as 1h30m`;
    throw new OperatorError('DECLARATION_INVALID', 'declare a duration', { hint });
  }
  const words = name === 'minimum' ? 'at least' : 'at most';
  return cel(`duration(self) ${operator} duration('${bound}')`, `must be ${words} ${bound}`);
}
