import type { Environment } from '@marcbachmann/cel-js';

import { parseQuantity } from '@kubewright/declaration';

import { RuleError } from './rule-error.ts';

class Quantity {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

const read = (text: string): number | undefined => {
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const value = parseQuantity(rest);
  return value === undefined ? undefined : sign === '-' ? -value : value;
};

const parse = (text: string): Quantity => {
  const value = read(text);
  if (value === undefined) throw new RuleError('quantities must match the regular expression of a quantity');
  return new Quantity(value);
};

type Both = [one: Quantity, other: Quantity];

/**
 * Adds the functions for quantities: https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-quantity-library
 */
export function registerQuantities(environment: Environment): void {
  const order = (one: Quantity, other: Quantity): number => Math.sign(one.value - other.value);
  environment
    .registerType('Quantity', Quantity)
    .registerFunction('quantity(string): Quantity', parse)
    .registerFunction('isQuantity(string): bool', (text: string) => read(text) !== undefined)
    .registerFunction('Quantity.isGreaterThan(Quantity): bool', (...both: Both) => order(...both) > 0)
    .registerFunction('Quantity.isLessThan(Quantity): bool', (...both: Both) => order(...both) < 0)
    .registerFunction('Quantity.compareTo(Quantity): int', (...both: Both) => BigInt(order(...both)))
    .registerFunction('Quantity.sign(): int', ({ value }: Quantity) => BigInt(Math.sign(value)))
    .registerFunction('Quantity.isInteger(): bool', ({ value }: Quantity) => Number.isInteger(value))
    .registerFunction('Quantity.asInteger(): int', ({ value }: Quantity) => BigInt(value))
    .registerFunction('Quantity.asApproximateFloat(): double', ({ value }: Quantity) => value)
    .registerFunction(
      'Quantity.add(Quantity): Quantity',
      ({ value }: Quantity, other: Quantity) => new Quantity(value + other.value),
    )
    .registerFunction(
      'Quantity.sub(Quantity): Quantity',
      ({ value }: Quantity, other: Quantity) => new Quantity(value - other.value),
    )
    .registerFunction(
      'Quantity.add(int): Quantity',
      ({ value }: Quantity, count: bigint) => new Quantity(value + Number(count)),
    )
    .registerFunction(
      'Quantity.sub(int): Quantity',
      ({ value }: Quantity, count: bigint) => new Quantity(value - Number(count)),
    )
    .registerOperator('Quantity == Quantity', (...both: Both) => order(...both) === 0);
}
