import type { PodAddress } from '../addresses.ts';

/**
 * Pure: what a container's process gets as `METRICS_BIND_ADDRESS`. All processes of this machine share its loopback; so
 * what a Pod serves on its own loopback, as the runtime does by default, has an address that no other Pod has, and what it
 * serves beyond that has the Pod's. Nothing where the runtime's default, `BIND_ADDRESS`, is right.
 */
export function metricsAddress(
  variables: ReadonlyMap<string, string>,
  { loopback, inside }: Pick<PodAddress, 'loopback' | 'inside'>,
): { readonly METRICS_BIND_ADDRESS?: string } {
  const given = variables.get('METRICS_BIND_ADDRESS')?.trim() ?? '';
  if (given === '' && isTrue(variables.get('METRICS_SECURE'))) return {};
  return { METRICS_BIND_ADDRESS: given === '' || isLoopback(given) ? inside : loopback };
}

/** The words of the runtime's settings. */
function isTrue(text = ''): boolean {
  return /^(true|t|yes|on|1)$/i.test(text.trim());
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || address.startsWith('127.');
}
