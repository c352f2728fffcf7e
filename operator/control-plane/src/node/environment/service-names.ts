import type { Endpoint } from '../../sockets.ts';

/** A port of a Service, parsed from the DNS name of the Service. */
export interface ServiceReference {
  readonly service: string;
  readonly namespace: string;
  readonly port: number;
}

const label = '[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?';
const reference = new RegExp(
  `(?<![-.a-z0-9])(${label})\\.(${label})\\.svc(?:\\.cluster\\.local)?:(\\d{1,5})(?!\\d)`,
  'g',
);

/**
 * Replaces each `service.namespace.svc[.cluster.local]:port` in `text` with an address, because processes of this
 * machine cannot use cluster DNS.
 */
export async function resolveServiceAddresses(
  text: string,
  resolveAddress: (service: ServiceReference) => Promise<Endpoint>,
): Promise<string> {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const [name, service = '', namespace = '', port = ''] = match;
    const { host, port: real } = await resolveAddress({ service, namespace, port: Number(port) });
    result += `${text.slice(end, match.index)}${host}:${String(real)}`;
    end = match.index + name.length;
  }
  return result + text.slice(end);
}
