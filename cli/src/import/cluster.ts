import { runKubectl } from '@kubewright/declaration/kubectl';

import { CommandError } from '../report-error.ts';
import { parseCrds } from './parse-crds.ts';
import type { Crd } from './structural.ts';

/** All CRDs of a cluster, with the kubectl in PATH. @param context @default - the current one */
export async function readClusterCrds(context?: string): Promise<readonly Crd[]> {
  const args = ['get', 'customresourcedefinitions', '-o', 'json'];
  const { code, stdout, stderr } = await runKubectl([
    ...(context === undefined ? [] : ['--context', context]),
    ...args,
  ]);
  if (code !== 0) throw new CommandError(`read the CRDs of the cluster`, stderr.trim());
  return parseCrds(stdout, 'the cluster');
}
