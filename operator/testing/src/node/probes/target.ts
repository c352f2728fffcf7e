import { KubeletError } from '../kubelet-error.ts';
import type { Container, IntOrString } from '@kubewright/runtime/kinds';

/** The container that probes and hooks act on. */
export interface Target {
  readonly container: Pick<Container, 'ports'>;
  /** The Pod's own loopback address. */
  readonly address: string;
  /** The ports of the image, mapped to the ports on which its program listens. */
  readonly portMap: Readonly<Record<number, number>>;
  /**
   * Runs a command with the container's variables. Kills the command when the signal aborts. Rejects when the command
   * cannot be started.
   */
  exec(command: readonly string[], signal: AbortSignal): Promise<{ readonly exitCode: number }>;
}

/** The port on which the program listens for a handler's port. Throws: when no port of the container has that name. */
export function realPort(port: IntOrString, { container, portMap }: Target): number {
  const named = container.ports?.find(({ name }) => name === port)?.containerPort;
  const number = named ?? Number(port);
  if (!Number.isInteger(number)) throw new KubeletError(`couldn't find port: ${String(port)}`);
  return portMap[number] ?? number;
}

/** The host that a handler connects to: the Pod's own address, unless the handler names another one. */
export function realHost(host: string | undefined, { address }: Target): string {
  return host === undefined || host === '' ? address : host;
}
