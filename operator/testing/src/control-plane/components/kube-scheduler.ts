import { flags, type Component } from './component.ts';
import { quietAndFast } from './kube-controller-manager.ts';

export interface SchedulerOptions {
  readonly command: string;
  readonly kubeconfig: string;
}

/**
 * The real scheduler. It serves no endpoint and writes nothing before the first Pod: once started it counts as ready.
 */
export function kubeScheduler({ command, kubeconfig }: SchedulerOptions): Component {
  return {
    name: 'kube-scheduler',
    command,
    restarts: true,
    portCount: 0,
    args: () => flags({ kubeconfig, ...quietAndFast }),
    isReady: () => Promise.resolve(true),
  };
}
