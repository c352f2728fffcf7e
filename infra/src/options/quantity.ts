import { parseQuantity } from '@kubewright/declaration';

import { type Schema, typed, value } from './schema.ts';

/** A quantity above zero; `example` is one. */
export function quantity(example: string): Schema {
  const schema = { type: ['string', 'number'] };
  const expected = `a quantity above zero, such as ${example}`;
  return typed(
    value(expected, { json: schema }, (value) => (parseQuantity(value) ?? 0) > 0),
    'Quantity',
    '@kubewright/declaration',
  );
}
