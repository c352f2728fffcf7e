import type { Duplex } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

import { messageOf } from '@kubewright/runtime/internal/base';
import type { Exec, ExecOptions, ExecProcess } from './kubelet-host.ts';
import { SpdyConnection, type SpdyStream } from './spdy/index.ts';
import { sizesOf } from './terminal-sizes.ts';

/** The exit code comes as a Status on the stream `error`. */
export const execProtocol = 'v4.channel.k8s.io';

/** The API server's own limit. */
const streamsWithinMs = 30_000;

type StreamType = 'error' | 'stdin' | 'stdout' | 'stderr' | 'resize';
type Streams = ReadonlyMap<string | undefined, SpdyStream>;

/**
 * Serves an exec, from the first stream that the client opens to the exit code. No command is started for a client that
 * disconnects before it has opened all streams; a running one is killed with the connection.
 */
export async function serveExec(
  socket: Duplex,
  exec: Exec,
  { options, signal }: { readonly options: ExecOptions; readonly signal: AbortSignal },
): Promise<void> {
  const streams = new Map<string | undefined, SpdyStream>();
  const opened = Promise.withResolvers<undefined>();
  const wanted = typesOf(options);
  const isOpened = (): boolean => wanted.every((type) => streams.has(type));
  const connection = new SpdyConnection(socket, (stream) => {
    streams.set(stream.headers.get('streamtype'), stream);
    if (isOpened()) opened.resolve(undefined);
  });
  const served = connection.serve();
  const limit = setTimeout(() => socket.destroy(), streamsWithinMs);
  await Promise.race([opened.promise, served]);
  clearTimeout(limit);
  // A half-closed connection reaches its end before it is destroyed.
  if (isOpened() && !socket.destroyed && !signal.aborted) await conversed(streams, exec, signal);
  connection.end();
  await served;
}

function typesOf({ stdin, stdout, stderr, tty }: ExecOptions): StreamType[] {
  return [
    'error',
    ...(stdin ? (['stdin'] as const) : []),
    ...(stdout ? (['stdout'] as const) : []),
    ...(stderr ? (['stderr'] as const) : []),
    ...(tty ? (['resize'] as const) : []),
  ];
}

async function conversed(streams: Streams, exec: Exec, signal: AbortSignal): Promise<void> {
  const error = streams.get('error');
  try {
    const running = await exec(signal);
    const outputs = [carried(running.stdout, streams.get('stdout')), carried(running.stderr, streams.get('stderr'))];
    connectInputs(running, streams);
    const exitCode = await running.exitCode;
    await Promise.all(outputs);
    error?.end(JSON.stringify(statusOf(exitCode)));
  } catch (cause) {
    error?.end(JSON.stringify(failure(messageOf(cause))));
  }
  for (const stream of streams.values()) stream.end();
  await Promise.all(
    [...streams.values()].map((stream) => finished(stream, { readable: false }).catch(() => undefined)),
  );
}

/** A disconnected client is no failure. */
async function carried(from: ExecProcess['stdout'], to: SpdyStream | undefined): Promise<void> {
  if (to === undefined) from.resume();
  else await pipeline(from, to).catch(() => undefined);
}

function connectInputs({ stdin, ...terminal }: ExecProcess, streams: Streams): void {
  const input = streams.get('stdin');
  if (input === undefined) stdin.end();
  // A process that stops reading, or a client that disconnects, is no failure.
  else pipeline(input, stdin).catch(() => undefined);
  const sizes = streams.get('resize');
  if (sizes) void sizesOf(sizes, (size) => terminal.resize(size));
}

/** As clients of `v4.channel.k8s.io` expect it. */
function statusOf(exitCode: number): object {
  if (exitCode === 0) return { metadata: {}, status: 'Success' };
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${String(exitCode)}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  };
}

function failure(message: string): object {
  return { metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 };
}
