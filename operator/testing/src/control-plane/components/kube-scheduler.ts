import { flags, type Component } from './component.ts';
import { quietAndFast } from './kube-controller-manager.ts';

export interface SchedulerOptions {
  readonly command: string;
  readonly kubeconfig: string;
}

/** The real scheduler. It serves nothing and leaves no trace before the first Pod: started counts as ready. */
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
