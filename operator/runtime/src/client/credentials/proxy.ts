import { BlockList, isIP } from 'node:net';

import { type Entry, getText, UnusableError } from './entry.ts';
import type { Variables } from './find-kubeconfig.ts';

interface Target {
  readonly server: URL;
  readonly cluster: Entry;
}

/**
 * The proxy to an API server, as for kubectl: the `proxy-url` of the cluster, or else `HTTPS_PROXY` (`HTTP_PROXY` for a
 * server without TLS), unless `NO_PROXY` matches the server. The variables do not apply to loopback addresses. Errors:
 * `UnusableError` if the proxy is not an http or https URL.
 */
export function resolveProxy({ server, cluster }: Target, variables: Variables): URL | undefined {
  const ofCluster = getText(cluster, 'proxy-url');
  if (ofCluster !== undefined) return parseProxy(ofCluster, `the proxy-url of ${cluster.title}`);
  const name = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = getVariable(variables, name);
  if (value === '' || isExcepted(server, getVariable(variables, 'NO_PROXY'))) return undefined;
  return parseProxy(value.includes('://') ? value : `http://${value}`, name);
}

function getVariable(variables: Variables, name: string): string {
  return variables[name] || variables[name.toLowerCase()] || '';
}

/** @param title names the variable or field in messages, because the value may contain a password */
function parseProxy(text: string, title: string): URL {
  const proxy = URL.parse(text);
  if (proxy !== null && /^https?:$/.test(proxy.protocol)) return proxy;
  throw new UnusableError(`${title} is not an http or https URL`);
}

const ipVersions = { 4: 'ipv4', 6: 'ipv6' } as const;

/**
 * Whether `NO_PROXY` matches the server: names, their subdomains, addresses, CIDR ranges, `*`.
 * https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config
 */
function isExcepted(server: URL, noProxy: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || isWithin(host, '127.0.0.0/8') || isWithin(host, '::1/128')) return true;
  const port = server.port === '' ? (server.protocol === 'https:' ? '443' : '80') : server.port;
  const entries = noProxy.split(',').map((entry) => entry.trim().toLowerCase());
  return entries.some((entry) => entry !== '' && matches(entry, { host, port }));
}

function matches(entry: string, { host, port }: { readonly host: string; readonly port: string }): boolean {
  if (entry === '*' || isWithin(host, entry)) return true;
  const [, name = '', onlyPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  return isIP(host) === 0 ? isBelow(host, name) : isWithin(host, name);
}

/** Whether `host` matches a name: itself or a subdomain; only a subdomain if `name` starts with a dot. */
function isBelow(host: string, name: string): boolean {
  return host === name || host.endsWith(name.replace(/^\*?\.?/, '.'));
}

/**
 * Whether `address` is in `range`.
 * @param range an address, or a range in CIDR notation; anything else matches nothing
 */
function isWithin(address: string, range: string): boolean {
  const [net = '', prefix] = range.split('/');
  const [version, rangeVersion] = [isIP(address), isIP(net)];
  if (version === 0 || version !== rangeVersion) return false;
  const type = ipVersions[version as 4 | 6];
  const bits = prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix);
  if (!Number.isInteger(bits) || bits < 0 || bits > (version === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(net, bits, type);
  return list.check(address, type);
}
