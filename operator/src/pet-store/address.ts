import { OperatorError } from '@kubewright/runtime/internal/base';

/** The address that a store listens on, or that a client connects to. */
export interface Address {
  /** A host name, an IPv4 address, or an IPv6 address without brackets. `::` listens on all IPv6 and IPv4 addresses. */
  readonly host: string;
  readonly port: number;
}

/** The default address of a store: only this machine can reach it. */
export const defaultAddress = '127.0.0.1:6742';

/**
 * Parses `host:port`; an IPv6 address is in brackets.
 *
 * Throws: `SETTINGS_INVALID`.
 */
export function parseAddress(text: string): Address {
  const [, v6, name, port] = /^(?:\[([\w:.%]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = v6 ?? name;
  if (host === undefined || Number(port) > 65_535) {
    const hint = 'give host:port, for example 127.0.0.1:6742, or [::1]:6742';
    throw new OperatorError('SETTINGS_INVALID', `read the address ${JSON.stringify(text)}`, { hint });
  }
  return { host, port: Number(port) };
}

/** Formats an address as `host:port`; the inverse of `parseAddress`. */
export function formatAddress({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
