import { OperatorError } from '@kubewright/runtime/internal/base';
import type { Quantity } from '@kubewright/runtime/kinds';

const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/**
 * A resource quantity as a number: `250m` is 0.25, `1Gi` is 1073741824.
 *
 * Throws: when it is none. https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function parseQuantity(quantity: Quantity): number {
  const text = String(quantity);
  const [, digits, suffix] = /^([+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)([a-zA-Z]*)$/.exec(text) ?? [];
  const factor = suffix === undefined ? undefined : factors[suffix];
  if (digits === undefined || factor === undefined)
    throw new OperatorError('TEST_FAILED', `read the quantity ${text}`, { hint: 'it has no known suffix' });
  return Number(digits) * factor;
}

/** `quantity` counted in `divisor`, rounded up, as the downward API writes it; a divisor of zero means 1. */
export function countIn(quantity: Quantity, divisor: Quantity = '0'): string {
  const unit = parseQuantity(divisor) || 1;
  // Thousandths, as the kubelet counts CPU: keeps 0.1 + 0.2 from becoming one unit too many.
  return String(Math.ceil(Math.round((parseQuantity(quantity) / unit) * 1e3) / 1e3));
}
