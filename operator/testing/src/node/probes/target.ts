import { KubeletError } from '../kubelet-error.ts';
import type { Container, IntOrString } from '@kubewright/runtime/kinds';

/** A running container, as probes and hooks reach it. */
export interface Target {
  readonly container: Pick<Container, 'ports'>;
  /** The loopback address that is the Pod's own. */
  readonly address: string;
  /** Ports that a program could not listen on, and those that stand for them. */
  readonly portMap: Readonly<Record<number, number>>;
  /** Runs a command with the container's variables. Rejects when it cannot be started; an abort ends it. */
  exec(command: readonly string[], signal: AbortSignal): Promise<{ readonly exitCode: number }>;
}

/** Where a handler's port really is. Throws: when no port of the container has that name. */
export function realPort(port: IntOrString, { container, portMap }: Target): number {
  const named = container.ports?.find(({ name }) => name === port)?.containerPort;
  const number = named ?? Number(port);
  if (!Number.isInteger(number)) throw new KubeletError(`couldn't find port: ${String(port)}`);
  return portMap[number] ?? number;
}

/** Where a handler connects: the Pod's own address, unless it names another host. */
export function realHost(host: string | undefined, { address }: Target): string {
  return host === undefined || host === '' ? address : host;
}
