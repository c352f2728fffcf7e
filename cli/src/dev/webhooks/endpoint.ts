import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, isIPv6, type NetConnectOpts } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { createServerCertificate } from '@kubewright/testing';

import { CommandError } from '../../report-error.ts';

/** The address at which API servers reach this machine. */
export interface WebhookAddress {
  /** Host name or IP address that API servers call. */
  readonly host: string;
  /** IP address on which the operator listens. */
  readonly listen: string;
}

export const loopback: WebhookAddress = { host: '127.0.0.1', listen: '127.0.0.1' };

/** The port and certificate with which the operator serves webhooks. They stay the same when its process restarts. */
export interface WebhookEndpoint extends AsyncDisposable {
  /** URL of the endpoint, such as `https://127.0.0.1:40123`. */
  readonly url: string;
  /** CA of the certificate, in base64 for `clientConfig.caBundle`. */
  readonly caBundle: string;
  /** Flags for the operator, so that it serves webhooks at this endpoint. */
  readonly flags: readonly string[];
  /**
   * Starts a test server at the address of the operator, to find out whether API servers reach it. Stop it before the
   * operator starts.
   */
  openProbe(): Promise<Probe>;
  /** Resolves when an operator listens at the endpoint. */
  awaitListener(signal: AbortSignal): Promise<void>;
}

/** A test server that answers each request with 404. */
export interface Probe extends AsyncDisposable {
  /** Whether an API server that trusts the CA has called the server. */
  readonly isCalled: boolean;
}

/** Chooses a free port, and writes a certificate into `folder`, which disposal deletes. */
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
      // `--bind-address` applies to all servers of an operator, but only the webhooks may be reachable from the
      // cluster.
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
    throw new CommandError(`listen on ${host}`, 'the address must belong to this machine', error);
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

/** Whether a process listens on a TCP address or a Unix socket. */
export function isListening(at: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at);
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => {
      end(true);
    });
    socket.once('error', () => {
      end(false);
    });
  });
}
