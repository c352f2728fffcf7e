import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { combineSignals, getMessage } from '@kubewright/runtime/internal/base';
import { type AnswerOptions, parseForwardPath, parseUrl } from './requests.ts';
import { KubeletRejection } from './kubelet-host.ts';
import { portForwardProtocol, servePortForward } from './port-forward.ts';
import { spdyProtocol } from './spdy.ts';

export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Data that the server has already read after the headers. */
  readonly head: Buffer;
}

/** Answers the API server's request for another protocol. Never rejects. */
export async function upgrade({ request, socket, head }: UpgradeRequest, options: AnswerOptions): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  // Ignores errors, because `close` follows in any case.
  socket.on('error', () => undefined);
  const end = (): void => void socket.destroy();
  options.stopping.addEventListener('abort', end, { once: true });
  try {
    const pod = parseForwardPath(parseUrl(request).pathname);
    const dial = options.host.portForward(pod);
    accept(request, socket);
    if (head.length > 0) socket.unshift(head);
    await servePortForward(socket, dial, { pod: pod.pod, signal: combineSignals(gone.signal, options.stopping) });
  } catch (error) {
    if (!(error instanceof KubeletRejection))
      options.logger.warn('failed to answer an upgrade request', { why: getMessage(error) });
    rejectUpgrade(socket, {
      status: error instanceof KubeletRejection ? error.status : 500,
      message: getMessage(error),
    });
  } finally {
    options.stopping.removeEventListener('abort', end);
  }
}

/** Accepts an upgrade. Throws: a `KubeletRejection` if the client does not support SPDY/3.1. */
function accept({ headers }: IncomingMessage, socket: Duplex): void {
  const offered = String(headers['x-stream-protocol-version'] ?? '').split(/,\s*/);
  const isSpdy = headers.upgrade?.toLowerCase() === spdyProtocol.toLowerCase();
  if (!isSpdy || !offered.includes(portForwardProtocol)) {
    throw new KubeletRejection(
      `unable to upgrade: this node supports only ${spdyProtocol} with ${portForwardProtocol}`,
    );
  }
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', `Upgrade: ${spdyProtocol}`];
  socket.write([...lines, `X-Stream-Protocol-Version: ${portForwardProtocol}`, '', ''].join('\r\n'));
}

/** Rejects an upgrade with a plain HTTP response. */
export function rejectUpgrade(socket: Duplex, { status, message }: { status: number; message: string }): void {
  if (socket.destroyed) return;
  const body = Buffer.from(message);
  const lines = [`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`, 'Content-Type: text/plain'];
  const head = [...lines, `Content-Length: ${String(body.length)}`, 'Connection: close', '', ''].join('\r\n');
  // Destroys the socket, because nothing reads it any more and so nothing would notice that the client has ended.
  socket.end(Buffer.concat([Buffer.from(head), body]), () => socket.destroy());
}
