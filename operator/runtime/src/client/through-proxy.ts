import type { OpenPool } from './pools.ts';
import { connectTunnel, Pool, ProxyAgent } from './undici.ts';

type Options = Exclude<ConstructorParameters<typeof ProxyAgent>[0], string | URL>;

/** Opens pools whose connections are tunnels through a proxy, by CONNECT: the proxy sees neither tokens nor objects. */
export function throughProxy(proxy: URL): OpenPool {
  return (_, { connect, headersTimeout = 30_000, ...options }) =>
    new ProxyAgent({
      ...options,
      headersTimeout,
      uri: proxy.href,
      proxyTunnel: true,
      requestTls: connect as NonNullable<Options['requestTls']>,
      // A proxy that does not answer is given up as an API server is.
      clientFactory: (at, tunnel) =>
        Object.assign(new Pool(at, { ...tunnel, headersTimeout }), { connect: connectTunnel }),
    });
}
