import { BlockList, isIP } from 'node:net';

import type { Environment } from '@marcbachmann/cel-js';

import { RuleError } from './rule-error.ts';

class Ip {
  readonly text: string;
  readonly family: 4 | 6;

  constructor(text: string) {
    const family = isIP(text);
    if (family === 0 || text.includes('%'))
      throw new RuleError(`IP Address '${text}' parse error during conversion from string`);
    this.text = text;
    this.family = family === 4 ? 4 : 6;
  }
}

class Cidr {
  readonly ip: Ip;
  readonly length: number;
  readonly #list = new BlockList();

  constructor(text: string) {
    const [address = '', length = ''] = text.split('/');
    this.ip = new Ip(address);
    this.length = Number(length);
    const most = this.ip.family === 4 ? 32 : 128;
    if (!/^\d+$/.test(length) || this.length > most) throw new RuleError('network address parse error');
    this.#list.addSubnet(this.ip.text, this.length, formatFamily(this.ip));
  }

  contains(ip: Ip): boolean {
    return ip.family === this.ip.family && this.#list.check(ip.text, formatFamily(ip));
  }
}

function formatFamily({ family }: Ip): 'ipv4' | 'ipv6' {
  return family === 4 ? 'ipv4' : 'ipv6';
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Parses an absolute URL or an absolute path. */
function parseUrl(text: string): URL {
  if (text.startsWith('/')) return new URL(text, 'none://');
  return new URL(text);
}

/**
 * Adds the functions for URLs, IP addresses and CIDR ranges:
 * https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-url-library
 */
export function registerAddresses(environment: Environment): void {
  environment
    .registerType('Ip', Ip)
    .registerFunction('ip(string): Ip', (text: string) => new Ip(text))
    .registerFunction('isIP(string): bool', (text: string) => succeeds(() => new Ip(text)))
    .registerFunction('Ip.family(): int', ({ family }: Ip) => BigInt(family))
    .registerType('Cidr', Cidr)
    .registerFunction('cidr(string): Cidr', (text: string) => new Cidr(text))
    .registerFunction('isCIDR(string): bool', (text: string) => succeeds(() => new Cidr(text)))
    .registerFunction('Cidr.containsIP(string): bool', (cidr: Cidr, text: string) => cidr.contains(new Ip(text)))
    .registerFunction('Cidr.containsIP(Ip): bool', (cidr: Cidr, ip: Ip) => cidr.contains(ip))
    .registerFunction('Cidr.prefixLength(): int', ({ length }: Cidr) => BigInt(length))
    .registerFunction('Cidr.ip(): Ip', ({ ip }: Cidr) => ip)
    .registerType('Url', URL)
    .registerFunction('url(string): Url', parseUrl)
    .registerFunction('isURL(string): bool', (text: string) => succeeds(() => parseUrl(text)))
    .registerFunction('Url.getScheme(): string', ({ protocol }: URL) => protocol.slice(0, -1).replace('none', ''))
    .registerFunction('Url.getHost(): string', ({ host }: URL) => host)
    .registerFunction('Url.getHostname(): string', ({ hostname }: URL) => hostname.replaceAll(/^\[|\]$/g, ''))
    .registerFunction('Url.getPort(): string', ({ port }: URL) => port)
    .registerFunction('Url.getEscapedPath(): string', ({ pathname }: URL) => pathname);
}
