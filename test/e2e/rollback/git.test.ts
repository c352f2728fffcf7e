import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createManifestsApp, type OperatorDeclaration, listStages } from '@kubewright/infra';

import { environment, expectRollback, newer, older, readImage, readVersionLabel } from '../../support/rollback.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { type PrintingKubectl, createPrintingKubectl } from '../support/run-kubectl.ts';

let own: TestCluster;
let print: PrintingKubectl;

beforeAll(async () => {
  own = await startTestCluster();
  print = await createPrintingKubectl(own.cluster.controlPlane);
});

afterAll(async () => {
  await own[Symbol.asyncDispose]();
});

/** Applies each stage as Argo CD and Flux would. Returns the warnings. */
async function deploy(declaration: OperatorDeclaration): Promise<string> {
  const warnings: string[] = [];
  for (const { objects } of listStages(createManifestsApp({ environments: [environment], declaration }))) {
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    const options = ['--server-side', '--force-conflicts', '--field-manager=argocd-controller'];
    const { ok, stdout, stderr } = await print(['apply', ...options, '-f', '-'], list);
    expect(ok ? '' : `${stdout} ${stderr}`).toBe('');
    warnings.push(stderr);
  }
  return warnings.join('\n');
}

describe('a revert in Git', () => {
  it('rolls back the operator, and leaves the CRDs unchanged', async () => {
    const { kubectl } = own.cluster.controlPlane;
    await deploy(older);
    await deploy(newer);
    await expectRollback(kubectl, {
      rollBack: async () => {
        expect(await deploy(older)).toContain(
          'animals.zoo.example stays at version 0.2.0: version 0.1.0 is older, and would erase the fields that it lacks from stored objects',
        );
        // Applies the stages again, because Argo CD and Flux do so repeatedly.
        await deploy(older);
      },
      upgrade: async () => {
        expect(await deploy(newer)).not.toContain('stays at version');
      },
    });
    expect(await readImage(kubectl)).toBe('registry.example/zoo:0.2.0');
  });

  it('reverts the CRDs once the policy is deleted', async () => {
    const { kubectl } = own.cluster.controlPlane;
    await kubectl(['delete', 'mutatingadmissionpolicybinding/zoo-crd-rollback']);
    const older01 = listStages(createManifestsApp({ environments: [environment], declaration: older }));
    const crd = older01
      .flatMap(({ objects }) => objects)
      .find(({ metadata }) => metadata.name === 'animals.zoo.example');
    await until('the CRD is of the older version', async () => {
      await print(['apply', '--server-side', '--force-conflicts', '-f', '-'], crd);
      return (await readVersionLabel(kubectl)) === '0.1.0';
    });
  });
});
