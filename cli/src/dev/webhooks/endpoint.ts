import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, isIPv6, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { createServerCertificate } from '@kubewright/testing';

import { CommandError } from '../../report-error.ts';
import { isListening } from '../is-listening.ts';

/** Where API servers reach this machine. */
export interface WebhookAddress {
  /** The name or IP address that API servers use. */
  readonly host: string;
  /** The IP address that the operator listens on. */
  readonly listen: string;
}

export const loopback: WebhookAddress = { host: '127.0.0.1', listen: '127.0.0.1' };

/** Where the operator serves its webhooks, in each of its processes: port and certificate stay the same. */
export interface WebhookEndpoint extends AsyncDisposable {
  /** `https://127.0.0.1:40123`. */
  readonly url: string;
  /** The authority of the certificate, for `clientConfig`. */
  readonly caBundle: string;
  /** Settings of an operator with webhooks. */
  readonly flags: readonly string[];
  /** Starts a server at the address of the operator, to find out whether API servers reach it. End it before one runs. */
  openProbe(): Promise<Probe>;
  /** Resolves once an operator listens. */
  awaitListener(signal: AbortSignal): Promise<void>;
}

/** A server that answers each request with 404. */
export interface Probe extends AsyncDisposable {
  /** Whether an API server that trusts the authority has called. */
  readonly isCalled: boolean;
}

/** Chooses a free port, and writes a certificate into a folder, which exists until it is disposed. */
export async function openEndpoint({ host, listen }: WebhookAddress, folder: string): Promise<WebhookEndpoint> {
  const port = await findFreePort(listen);
  const { certificate, key, authority } = await createServerCertificate([host]);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, 'tls.crt'), certificate, { mode: 0o600 });
  await writeFile(path.join(folder, 'tls.key'), key, { mode: 0o600 });
  return {
    url: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    caBundle: Buffer.from(authority).toString('base64'),
    flags: [
      ...['--webhooks-enabled', '--webhook-port', String(port), '--webhook-cert-dir', folder],
      // The address is that of all servers of an operator, but only webhooks are for the cluster.
      ...(listen === loopback.listen ? [] : ['--bind-address', listen, '--no-metrics-enabled']),
    ],
    openProbe: () => openProbe({ host: listen, port }, { cert: certificate, key }),
    awaitListener: (signal) => awaitListener({ host: listen, port }, signal),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function openProbe(
  address: { readonly host: string; readonly port: number },
  pair: { readonly cert: string; readonly key: string },
): Promise<Probe> {
  let isCalled = false;
  const server = createHttpsServer(pair, (_, response) => {
    isCalled = true;
    response.writeHead(404).end();
  });
  await once(server.listen(address), 'listening');
  return {
    get isCalled() {
      return isCalled;
    },
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return server[Symbol.asyncDispose]();
    },
  };
}

async function findFreePort(host: string): Promise<number> {
  const server = createServer();
  await once(server.listen({ host, port: 0 }), 'listening').catch((error: unknown) => {
    throw new CommandError(`listen on ${host}`, 'it must be an address of this machine', error);
  });
  const { port } = server.address() as AddressInfo;
  await server[Symbol.asyncDispose]();
  return port;
}

const giveUpAfterMs = 10_000;

async function awaitListener(server: { readonly host: string; readonly port: number }, signal: AbortSignal) {
  const giveUpAtMs = Date.now() + giveUpAfterMs;
  while (!(await isListening(server))) {
    signal.throwIfAborted();
    if (Date.now() > giveUpAtMs) {
      throw new CommandError('reach the webhooks', `the operator does not listen on ${server.host}:${server.port}`);
    }
    await setTimeout(20, undefined, { signal });
  }
}
