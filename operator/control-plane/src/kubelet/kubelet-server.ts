import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

import { OpenSockets } from '../sockets.ts';
import { answer } from './requests.ts';
import type { KubeletOptions } from './kubelet-host.ts';
import type { KubeletIdentity } from './kubelet-identity.ts';
import { rejectUpgrade, upgrade } from './upgrade.ts';

/** Common name of the API server's certificate for kubelets, as in kubeadm. */
export const kubeletClientName = 'kube-apiserver-kubelet-client';

/** A running kubelet server. Disposing it ends every request in progress. */
export interface KubeletServer extends AsyncDisposable {
  readonly port: number;
}

/** All kubelets of a control plane listen here, because the API server runs on the same machine. */
const address = '127.0.0.1';

/**
 * Serves the API server's requests for `kubectl logs` and `port-forward` over TLS. Any other client gets 401 or 403
 * before its request is read.
 */
export async function startKubelet(options: KubeletOptions): Promise<KubeletServer> {
  const stop = new AbortController();
  const server = await createTlsServer(options.identity);
  const connections = new OpenSockets();
  server.on('connection', (socket: Socket) => void connections.keep(socket));
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const rejection = findRejection(request.socket);
    if (rejection !== undefined) sendRejection(response, rejection.status, rejection.message);
    else void answer(request, response, { ...options, stopping: stop.signal });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const rejection = findRejection(request.socket);
    if (rejection !== undefined) rejectUpgrade(socket, rejection);
    else void upgrade({ request, socket, head }, { ...options, stopping: stop.signal });
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      stop.abort();
      const closed = once(server, 'close');
      server.close();
      // Also destroys upgraded connections, and those during a handshake.
      connections.destroy();
      await closed;
    },
  };
}

/**
 * Creates a TLS server that also accepts clients without a valid certificate, so that they get an HTTP response;
 * `findRejection` rejects them.
 */
async function createTlsServer({ certificate, key, clientCa }: KubeletIdentity): Promise<Server> {
  const [cert, privateKey, ca] = await Promise.all([certificate, key, clientCa].map((path) => readFile(path)));
  return createServer({
    cert: cert ?? [],
    key: privateKey ?? [],
    ca: ca ?? [],
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
  });
}

interface ClientRejection {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Returns the error response for a client; `undefined` for the API server. Ignores tokens. */
function findRejection(socket: Socket): ClientRejection | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return { status: 401, message: 'Unauthorized' };
  if (socket.getPeerCertificate().subject.CN === kubeletClientName) return undefined;
  return { status: 403, message: 'Forbidden: only the API server may send requests to a kubelet' };
}

function sendRejection(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(message);
}
