import { KubeletError } from '../kubelet-error.ts';
import type { Container, IntOrString } from '@kubewright/runtime/kinds';

/** The target of a container's probes and hooks. */
export interface Target {
  readonly container: Pick<Container, 'ports'>;
  /** The Pod's own loopback address. */
  readonly address: string;
  /** Ports of the image, with the ports that its program listens on instead. */
  readonly portMap: Readonly<Record<number, number>>;
  /** Runs a command with the container's variables. Rejects when it cannot be started; the signal's abort ends it. */
  exec(command: readonly string[], signal: AbortSignal): Promise<{ readonly exitCode: number }>;
}

/** The port on which a handler's port really listens. Throws: when no port of the container has that name. */
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
