// One real control plane for all tests of the project `real`: each works in a namespace of its own, with `inject`
// (see provided.d.ts). What is cluster-wide or takes a part down starts a control plane of its own instead.
import { type ControlPlane, type OnProgress, startControlPlane } from '@kubewright/operator/testing';
import type { TestProject } from 'vitest/node';

/** The first start on a machine builds or downloads binaries, which takes minutes: say so, once per long step. */
function announcer(): OnProgress {
  let last = '';
  return ({ step, unit }) => {
    if (unit === undefined || step === last) return;
    process.stderr.write(`control plane: ${step}…\n`);
    last = step;
  };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const controlPlane: ControlPlane = await startControlPlane({ onProgress: announcer() });
  project.provide('kubeconfigPath', controlPlane.kubeconfigPath);
  project.provide('auditLogPath', controlPlane.auditLogPath);
  return async () => {
    await controlPlane[Symbol.asyncDispose]();
  };
}
