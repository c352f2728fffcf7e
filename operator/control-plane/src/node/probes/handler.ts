import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { getMessage } from '@kubewright/runtime/internal/base';
import type { HTTPGetAction, LifecycleHandler, Probe, Container, IntOrString } from '@kubewright/runtime/kinds';

import { ConfigError } from '../environment/index.ts';
import { isGrpcServing } from './grpc-health.ts';

export interface HandlerResult {
  readonly ok: boolean;
  readonly message: string;
}

type Handler = Omit<LifecycleHandler, 'tcpSocket'> & Pick<Probe, 'grpc' | 'tcpSocket'>;

/** Executes a probe or a hook once. Never rejects: an error is a failure with its message. */
export async function runHandler(handler: Handler, target: Target, signal: AbortSignal): Promise<HandlerResult> {
  try {
    return await handle(handler, target, signal);
  } catch (error) {
    const message = getMessage(error);
    return { ok: false, message: signal.aborted ? `timeout: ${message}` : message };
  }
}

function handle(handler: Handler, target: Target, signal: AbortSignal): Promise<HandlerResult> {
  const { exec, httpGet, tcpSocket, grpc, sleep: pause } = handler;
  if (exec) return execute(exec.command ?? [], target, signal);
  if (httpGet) return get(httpGet, target, signal);
  if (tcpSocket) return dial(realHost(tcpSocket.host, target), realPort(tcpSocket.port, target), signal);
  if (grpc) return checkGrpcHealth(grpc, target, signal);
  if (pause) return sleep(pause.seconds * 1000, { ok: true, message: '' }, { signal });
  throw new ConfigError('the action of a handler is not supported');
}

async function execute(command: readonly string[], target: Target, signal: AbortSignal): Promise<HandlerResult> {
  const { exitCode } = await target.exec(command, signal);
  return { ok: exitCode === 0, message: `command exited with ${String(exitCode)}` };
}

function get(action: HTTPGetAction, target: Target, signal: AbortSignal): Promise<HandlerResult> {
  const { promise, resolve, reject } = Promise.withResolvers<HandlerResult>();
  const headers: Record<string, string> = { 'user-agent': 'kube-probe', accept: '*/*', connection: 'close' };
  for (const { name, value } of action.httpHeaders ?? []) headers[name.toLowerCase()] = value;
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    host: realHost(action.host, target),
    port: realPort(action.port, target),
    path: action.path ?? '/',
    headers,
    agent: false,
    signal,
    // Certificates do not contain the addresses of Pods, so a kubelet does not verify them either.
    rejectUnauthorized: false,
  };
  const send = action.scheme === 'HTTPS' ? httpsRequest : httpRequest;
  const sent = send(options, (response) => {
    const status = response.statusCode ?? 0;
    response.resume();
    resolve({ ok: status >= 200 && status < 400, message: `HTTP probe failed with statuscode: ${String(status)}` });
  });
  sent.once('error', reject).end();
  return promise;
}

async function dial(host: string, port: number, signal: AbortSignal): Promise<HandlerResult> {
  const { promise, resolve, reject } = Promise.withResolvers<HandlerResult>();
  const socket = connect({ host, port, signal });
  socket.once('connect', () => resolve({ ok: true, message: '' })).once('error', reject);
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

async function checkGrpcHealth(
  { port, service }: NonNullable<Probe['grpc']>,
  target: Target,
  signal: AbortSignal,
): Promise<HandlerResult> {
  const at = { host: target.address, port: realPort(port, target), service: service ?? '' };
  return { ok: await isGrpcServing(at, signal), message: 'service unhealthy' };
}

/** The container that probes and hooks act on. */
export interface Target {
  readonly container: Pick<Container, 'ports'>;
  readonly address: string;
  /** Maps ports of the image to the ports on which the program listens. */
  readonly portMap: Readonly<Record<number, number>>;
  /**
   * Runs a command with the container's variables. Kills the command when the signal aborts. Rejects if the command
   * cannot be started.
   */
  exec(command: readonly string[], signal: AbortSignal): Promise<{ readonly exitCode: number }>;
}

/** Returns the port on which the program listens. Throws: if the container has no port with that name. */
function realPort(port: IntOrString, { container, portMap }: Target): number {
  const named = container.ports?.find(({ name }) => name === port)?.containerPort;
  const number = named ?? Number(port);
  if (!Number.isInteger(number)) throw new ConfigError(`couldn't find port: ${String(port)}`);
  return portMap[number] ?? number;
}

/** The host that a handler connects to: the Pod's own address, unless the handler names another one. */
function realHost(host: string | undefined, { address }: Target): string {
  return host === undefined || host === '' ? address : host;
}
