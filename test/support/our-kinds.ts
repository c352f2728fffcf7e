import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Client } from '../../operator/runtime/src/client/index.ts';
import type { ControlPlane } from '../../operator/testing/src/index.ts';
import { applyCrds, type Manifest } from './manifests.ts';
import { readYaml } from './read-yaml.ts';

const crds = path.join(import.meta.dirname, '../../operator/crds');

/**
 * Makes a control plane serve all kinds of the operator `kubewright`, and makes the garbage collector delete their
 * children.
 * @param controlPlane restarts the kube-controller-manager; `undefined` if the test does not run one
 */
export async function serveOurKinds(client: Client, controlPlane?: Pick<ControlPlane, 'restart'>): Promise<void> {
  await applyCrds(client, readOurCrds());
  // The garbage collector discovers new kinds only every 30 s and when it starts. Until then it does not delete their
  // children.
  await controlPlane?.restart('kube-controller-manager');
}

export function readOurCrds(): readonly Manifest[] {
  return readdirSync(crds).flatMap(
    (file) => readYaml(readFileSync(path.join(crds, file), 'utf8')) as readonly Manifest[],
  );
}
