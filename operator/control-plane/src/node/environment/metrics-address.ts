import type { PodAddress } from '../addresses.ts';

/**
 * Returns `METRICS_BIND_ADDRESS` for the process of a container. All processes of this machine share its loopback
 * interface, so metrics on loopback (the runtime's default) get a loopback address of this Pod alone, and metrics on
 * other addresses get the Pod's address. Secure metrics need no variable, because the runtime serves them on
 * `BIND_ADDRESS`, which the node sets.
 */
export function resolveMetricsAddress(
  variables: ReadonlyMap<string, string>,
  { loopback, inside }: Pick<PodAddress, 'loopback' | 'inside'>,
): { readonly METRICS_BIND_ADDRESS?: string } {
  const given = variables.get('METRICS_BIND_ADDRESS')?.trim() ?? '';
  if (given === '' && isTrue(variables.get('METRICS_SECURE'))) return {};
  return { METRICS_BIND_ADDRESS: given === '' || isLoopback(given) ? inside : loopback };
}

/** Whether a text is one that the runtime's settings read as true. */
function isTrue(text = ''): boolean {
  return /^(true|t|yes|on|1)$/i.test(text.trim());
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || address.startsWith('127.');
}
