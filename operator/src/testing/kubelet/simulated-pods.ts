import { type KubeletHost, Refusal } from './kubelet-host.ts';

/** The Pods of a node that only pretends to run them. */
export const simulatedPods: KubeletHost = {
  logs: ({ pod }) => refuse(pod, 'it has no logs'),
};

function refuse(pod: string, consequence: string): Promise<never> {
  return Promise.reject(new Refusal(`pod "${pod}" is simulated: no process runs for it, so ${consequence}`));
}
