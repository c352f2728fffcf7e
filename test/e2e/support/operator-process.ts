import { readFile } from 'node:fs/promises';

import { operatorMain } from '../../../operator/image/operator-image.ts';
import type { Pod } from '../../../operator/runtime/src/kinds/index.ts';

export { listSamples } from '../../support/samples.ts';

/** The process id of a Pod's only container. */
export function getProcessId({ metadata, status }: Pod): number {
  const id = /^process:\/\/(\d+)$/.exec(status?.containerStatuses?.[0]?.containerID ?? '')?.[1];
  if (id === undefined) throw new Error(`Pod ${metadata.name} is not running as a process of this machine`);
  return Number(id);
}

/** Throws unless the operator Pod is a process of this machine that runs the program of the operator's image. */
export async function assertReallyRan(pod: Pod): Promise<void> {
  const commandLine = await readFile(`/proc/${String(getProcessId(pod))}/cmdline`, 'utf8');
  if (commandLine.includes(operatorMain)) return;
  throw new Error(`Pod ${pod.metadata.name} does not run the operator, but ${commandLine.replaceAll('\0', ' ')}`);
}

export async function fetchMetrics(pod: Pod): Promise<string> {
  const response = await fetch(`http://${getAddress(pod)}:8080/metrics`, { signal: AbortSignal.timeout(15_000) });
  return response.text();
}

/**
 * Returns the address on which the process of a Pod listens: 127.x.y.z for the `podIP` 10.x.y.z in the status, which
 * EndpointSlices accept.
 */
export function getAddress({ status }: Pod): string {
  return (status?.podIP ?? '').replace(/^10\./, '127.');
}

/** Returns the address on this machine that stands for the Pod's own loopback address. */
export function getLoopbackAddress(pod: Pod): string {
  return getAddress(pod).replace(/^127\.(\d+)/, (_, second: string) => `127.${String(Number(second) + 128)}`);
}
