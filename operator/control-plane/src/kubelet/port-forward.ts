import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { getMessage } from '@kubewright/runtime/internal/base';
import type { Dial } from './kubelet-host.ts';
import { SpdyConnection, type SpdyStream } from './spdy.ts';

export const portForwardProtocol = 'portforward.k8s.io';

/** The two streams that kubectl opens for each forwarded connection. */
type Pair = Partial<Record<'data' | 'error', SpdyStream>>;

interface ForwardContext {
  readonly pod: string;
  readonly signal: AbortSignal;
}

/** Forwards every connection that the client opens as a pair of streams. All connections end with the client. */
export async function servePortForward(socket: Duplex, dial: Dial, context: ForwardContext): Promise<void> {
  const pairs = new Map<string, Pair>();
  const connection = new SpdyConnection(socket, (stream) => {
    const id = stream.headers.get('requestid') ?? '';
    const type = stream.headers.get('streamtype');
    if (type !== 'data' && type !== 'error') return void stream.destroy();
    const pair = { ...pairs.get(id), [type]: stream };
    const { data, error } = pair;
    if (data === undefined || error === undefined) return void pairs.set(id, pair);
    pairs.delete(id);
    void forward(data, error, { dial, ...context });
  });
  await connection.serve();
}

async function forward(
  data: SpdyStream,
  error: SpdyStream,
  { dial, pod, signal }: ForwardContext & { readonly dial: Dial },
): Promise<void> {
  const port = data.headers.get('port') ?? '';
  // The client sends nothing on the error stream, but its end is only noticed by reading.
  error.resume();
  const socket = await dial(Number(port)).catch((cause: unknown) => {
    // The kubelet's own message. After it, the client closes all its connections.
    error.end(`error forwarding port ${port} to pod ${pod}: ${getMessage(cause)}`);
    data.destroy();
  });
  if (socket === undefined) return;
  // Either side may reset a connection, which is not an error: the other side notices.
  await Promise.allSettled([pipeline(data, socket, { signal }), pipeline(socket, data, { signal })]);
  error.end();
}
