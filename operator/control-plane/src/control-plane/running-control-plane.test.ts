import { expect, it } from 'vitest';

import type { ControlPlane } from './control-plane.ts';
import { type RunningContext, runningControlPlane } from './running-control-plane.ts';

/** A control plane whose parts only record their calls. */
function createScriptedControlPlane(): { readonly controlPlane: ControlPlane; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const note = (text: string) => async () => void notes.push(text);
  const part = (name: string) => ({
    name,
    stop: note(`stop ${name}`),
    start: note(`start ${name}`),
    waitUntilReady: note(`await ${name}`),
  });
  const context = {
    parts: new Map(['etcd', 'kube-apiserver'].map((name) => [name, part(name)])),
    binaries: { kubectl: 'echo' },
    pki: { kubelet: {}, kubeletCa: {} },
    directory: { getKubeconfigPath: (name: string) => `${name}.kubeconfig`, kubectlCache: 'cache' },
  };
  return { controlPlane: runningControlPlane(context as unknown as RunningContext), notes };
}

it('the methods of a control plane may be destructured', async () => {
  const { controlPlane, notes } = createScriptedControlPlane();
  const { kubectl, stop, restart } = controlPlane;
  expect(await kubectl(['version'])).toContain('version');
  await stop('kube-apiserver');
  await restart('etcd');
  expect(notes).toEqual(['stop kube-apiserver', 'stop etcd', 'start etcd', 'await kube-apiserver']);
  await expect(stop('kwok')).rejects.toThrow('this control plane was started without this component');
});
