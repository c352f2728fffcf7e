import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { anySignal, messageOf } from '@kubewright/runtime/internal/base';
import type { AnswerOptions } from './answer.ts';
import { execProtocol, serveExec } from './exec.ts';
import { type KubeletHost, Refusal } from './kubelet-host.ts';
import { containerOf, podOf, urlOf } from './paths.ts';
import { portForwardProtocol, servePortForward } from './port-forward.ts';
import { spdyProtocol } from './spdy/index.ts';

export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Data that was read after the headers. */
  readonly head: Buffer;
}

/** The protocol after an upgrade; resolves when everything of it has ended. */
interface Conversation {
  readonly protocol: string;
  serve(socket: Duplex, signal: AbortSignal): Promise<void>;
}

/** Answers a request of the API server for another protocol. Never rejects. */
export async function upgrade({ request, socket, head }: UpgradeRequest, options: AnswerOptions): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  // Errors are ignored: `close` follows in any case.
  socket.on('error', () => undefined);
  const end = (): void => void socket.destroy();
  options.stopping.addEventListener('abort', end, { once: true });
  try {
    const conversation = conversationOf(request, options.host);
    accept(socket, conversation.protocol);
    if (head.length > 0) socket.unshift(head);
    await conversation.serve(socket, anySignal(gone.signal, options.stopping));
  } catch (error) {
    if (!(error instanceof Refusal)) options.logger.warn('upgrade not answered', { why: messageOf(error) });
    refuseUpgrade(socket, { status: error instanceof Refusal ? error.status : 500, message: messageOf(error) });
  } finally {
    options.stopping.removeEventListener('abort', end);
  }
}

/** Throws: a `Refusal`. */
function conversationOf(request: IncomingMessage, host: KubeletHost): Conversation {
  const { pathname, searchParams: query } = urlOf(request);
  const container = containerOf(pathname, 'exec');
  if (container !== undefined) {
    const options = {
      command: query.getAll('command'),
      stdin: query.get('input') === '1',
      stdout: query.get('output') === '1',
      stderr: query.get('error') === '1' && query.get('tty') !== '1',
      tty: query.get('tty') === '1',
    };
    const exec = host.exec(container, options);
    const protocol = spoken(request, execProtocol);
    return { protocol, serve: (socket, signal) => serveExec(socket, exec, { options, signal }) };
  }
  const pod = podOf(pathname, 'portForward');
  if (pod === undefined) throw new Refusal(`${pathname.split('/')[1] ?? ''} is not supported by this node`);
  const dial = host.portForward(pod);
  const protocol = spoken(request, portForwardProtocol);
  return { protocol, serve: (socket, signal) => servePortForward(socket, dial, { pod: pod.pod, signal }) };
}

/** Throws: a `Refusal`, if the client speaks no protocol of ours. */
function spoken({ headers }: IncomingMessage, protocol: string): string {
  const offered = String(headers['x-stream-protocol-version'] ?? '').split(/,\s*/);
  const isSpdy = headers.upgrade?.toLowerCase() === spdyProtocol.toLowerCase();
  if (isSpdy && offered.includes(protocol)) return protocol;
  throw new Refusal(`unable to upgrade: this node speaks ${spdyProtocol} with ${protocol} only`);
}

function accept(socket: Duplex, protocol: string): void {
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', `Upgrade: ${spdyProtocol}`];
  socket.write([...lines, `X-Stream-Protocol-Version: ${protocol}`, '', ''].join('\r\n'));
}

/** Refuses before the upgrade, with a plain HTTP answer. */
export function refuseUpgrade(socket: Duplex, { status, message }: { status: number; message: string }): void {
  if (socket.destroyed) return;
  const body = Buffer.from(message);
  const lines = [`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`, 'Content-Type: text/plain'];
  const head = [...lines, `Content-Length: ${String(body.length)}`, 'Connection: close', '', ''].join('\r\n');
  // The socket is not read any more, so the client's end would not be noticed.
  socket.end(Buffer.concat([Buffer.from(head), body]), () => socket.destroy());
}
