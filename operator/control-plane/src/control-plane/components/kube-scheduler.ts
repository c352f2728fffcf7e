import type { Caller, PartsContext } from '../parts-context.ts';
import { buildFlags, type Component } from './component.ts';
import { quietAndFast } from './kube-controller-manager.ts';

/**
 * The real scheduler. It has no endpoint here and writes nothing before the first Pod, so it counts as ready once it is
 * started.
 */
export function createKubeScheduler({ binaries }: PartsContext, { kubeconfig }: Caller): Component {
  return {
    name: 'kube-scheduler',
    command: binaries['kube-scheduler'],
    restarts: true,
    portCount: 0,
    args: () => buildFlags({ kubeconfig, ...quietAndFast }),
    isReady: () => Promise.resolve(true),
  };
}
