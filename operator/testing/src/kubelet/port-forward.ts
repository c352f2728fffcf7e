import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { messageOf } from '@kubewright/runtime/internal/base';
import type { Dial } from './kubelet-host.ts';
import { SpdyConnection, type SpdyStream } from './spdy/index.ts';

export const portForwardProtocol = 'portforward.k8s.io';

/** The two streams of one connection that was forwarded. */
type Pair = Partial<Record<'data' | 'error', SpdyStream>>;

interface ForwardContext {
  /** Name of the Pod, for messages. */
  readonly pod: string;
  readonly signal: AbortSignal;
}

/** Forwards every connection that the client announces by a pair of streams. All end with the client. */
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
  // Nothing comes from there but its end, without which it would stay.
  error.resume();
  const socket = await dial(Number(port)).catch((cause: unknown) => {
    // In the kubelet's words; the client gives up all its connections for it.
    error.end(`error forwarding port ${port} to pod ${pod}: ${messageOf(cause)}`);
    data.destroy();
  });
  if (socket === undefined) return;
  // Either side may reset a connection, as it may any other: the other side sees that, and it is no failure of ours.
  await Promise.allSettled([pipeline(data, socket, { signal }), pipeline(socket, data, { signal })]);
  error.end();
}
