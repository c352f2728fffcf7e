import { connect, constants } from 'node:http2';

import { ConfigError } from '../environment/index.ts';

/** The path of a health check; https://github.com/grpc/grpc/blob/master/doc/health-checking.md */
const path = '/grpc.health.v1.Health/Check';
const serving = 1;

/**
 * Calls the health check of a gRPC server for `service`. Resolves with whether the service is SERVING. Rejects if the
 * server does not respond.
 */
export async function isGrpcServing(
  at: { readonly host: string; readonly port: number; readonly service: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const session = connect(`http://${at.host}:${String(at.port)}`);
  const abort = (): void => reject(new ConfigError('timeout'));
  signal.addEventListener('abort', abort, { once: true });
  session.on('error', reject);
  const stream = session.request({
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: path,
    [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
    [constants.HTTP2_HEADER_TE]: 'trailers',
  });
  const chunks: Buffer[] = [];
  stream.on('error', reject);
  stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
  stream.once('end', () => resolve(parseStatus(Buffer.concat(chunks)) === serving));
  stream.end(encodeFrame(encodeRequest(at.service)));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    session.destroy();
  }
}

/** Encodes a HealthCheckRequest: field 1 is the name of the service, a string. */
function encodeRequest(service: string): Buffer {
  const name = Buffer.from(service);
  return name.length === 0 ? name : Buffer.concat([Buffer.from([0x0a, ...encodeVarint(name.length)]), name]);
}

/** Encodes a gRPC message: a flag (not compressed), the length, the bytes. */
function encodeFrame(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

function encodeVarint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encodeVarint(value >>> 7)];
}

/**
 * Parses the status in a HealthCheckResponse: field 1, an enum. Without the field, and without a message (after an
 * error), it is UNKNOWN.
 */
function parseStatus(answer: Buffer): number {
  return answer.length >= 7 && answer[5] === 0x08 ? (answer[6] ?? 0) : 0;
}
