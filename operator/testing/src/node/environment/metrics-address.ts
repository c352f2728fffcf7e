import type { PodAddress } from '../addresses.ts';

/**
 * Pure: the `METRICS_BIND_ADDRESS` of a container's process. All processes of this machine share its loopback. So
 * metrics on a Pod's loopback (the default of the runtime) get a loopback address that only this Pod has, and metrics
 * on other addresses get the Pod's address. Secure metrics get no variable: the runtime serves them on `BIND_ADDRESS`,
 * which the node sets.
 */
export function resolveMetricsAddress(
  variables: ReadonlyMap<string, string>,
  { loopback, inside }: Pick<PodAddress, 'loopback' | 'inside'>,
): { readonly METRICS_BIND_ADDRESS?: string } {
  const given = variables.get('METRICS_BIND_ADDRESS')?.trim() ?? '';
  if (given === '' && isTrue(variables.get('METRICS_SECURE'))) return {};
  return { METRICS_BIND_ADDRESS: given === '' || isLoopback(given) ? inside : loopback };
}

/** The values that the runtime's settings read as true. */
function isTrue(text = ''): boolean {
  return /^(true|t|yes|on|1)$/i.test(text.trim());
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || address.startsWith('127.');
}
