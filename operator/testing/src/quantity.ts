import { parseQuantity, type Quantity } from '@kubewright/declaration';
import { OperatorError } from '@kubewright/runtime/internal/base';

/** `quantity` as a number. Throws: when it is none. */
export function numberOf(quantity: Quantity): number {
  const number = parseQuantity(quantity);
  if (number !== undefined) return number;
  const hint = 'it has no known suffix';
  throw new OperatorError('TEST_FAILED', `read the quantity ${quantity}`, { hint });
}

/** `quantity` counted in `divisor`, rounded up, as the downward API writes it; a divisor of zero means 1. */
export function countIn(quantity: Quantity, divisor: Quantity = '0'): string {
  const unit = numberOf(divisor) || 1;
  // Thousandths, as the kubelet counts CPU: keeps 0.1 + 0.2 from becoming one unit too many.
  return String(Math.ceil(Math.round((numberOf(quantity) / unit) * 1e3) / 1e3));
}
