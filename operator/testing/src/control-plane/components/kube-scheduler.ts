import type { Caller, PartsContext } from '../parts-context.ts';
import { flags, type Component } from './component.ts';
import { quietAndFast } from './kube-controller-manager.ts';

/**
 * The real scheduler. It serves no endpoint and writes nothing before the first Pod: once started it counts as ready.
 */
export function kubeScheduler({ binaries }: PartsContext, { kubeconfig }: Caller): Component {
  return {
    name: 'kube-scheduler',
    command: binaries['kube-scheduler'],
    restarts: true,
    portCount: 0,
    args: () => flags({ kubeconfig, ...quietAndFast }),
    isReady: () => Promise.resolve(true),
  };
}
