import { type KubeletHost, Refusal } from './kubelet-host.ts';

/** The Pods of a simulated node, on which no process runs. */
export const simulatedPods: KubeletHost = {
  logs: async ({ pod }) => refuse(pod, 'it has no logs'),
  exec: ({ pod }) => refuse(pod, 'nothing can be executed in it'),
  portForward: ({ pod }) => refuse(pod, 'it has no ports'),
};

function refuse(pod: string, consequence: string): never {
  throw new Refusal(`pod "${pod}" is simulated: no process runs for it, so ${consequence}`);
}
