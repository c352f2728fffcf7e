/** A Kubernetes quantity, such as `0.5`, `500m` or `1Gi`. */
export type Quantity = string | number;

const factors: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
};

const pattern = /^(\d+\.?\d*|\.\d+)(?:[eE]([-+]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/;

/**
 * Converts a quantity to a number: `250m` is 0.25, `1Gi` is 1073741824. `undefined` if it is malformed or negative.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function parseQuantity(quantity: unknown): number | undefined {
  const isText = typeof quantity === 'string';
  if (!isText && !(typeof quantity === 'number' && Number.isFinite(quantity))) return undefined;
  const [, digits, exponent = '0', suffix = ''] = pattern.exec(String(quantity)) ?? [];
  return digits === undefined ? undefined : Number(`${digits}e${exponent}`) * (factors[suffix] ?? NaN);
}
