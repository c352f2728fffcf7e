import type { PodAddress } from '../addresses.ts';

/**
 * Pure: the `METRICS_BIND_ADDRESS` of a container's process. All processes of this machine share its loopback, so
 * metrics on a Pod's loopback (the default of the runtime) use a loopback address of this Pod only, and metrics on
 * other addresses use the Pod's address. Secure metrics need no variable: the runtime serves them on `BIND_ADDRESS`,
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

/** Accepts the values that the runtime's settings read as true. */
function isTrue(text = ''): boolean {
  return /^(true|t|yes|on|1)$/i.test(text.trim());
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || address.startsWith('127.');
}
