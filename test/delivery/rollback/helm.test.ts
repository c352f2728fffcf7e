import { afterAll, beforeAll, expect, it } from 'vitest';

import { findHelm, type Helm } from '../../support/helm.ts';
import { expectOlder, expectRollback, newer, older, readVersionLabel } from '../../support/rollback.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { packageChartOnce } from '../helm/package-chart-once.ts';

let own: TestCluster;
let helm: Helm;
let chart: string;

beforeAll(async () => {
  chart = await packageChartOnce(older);
  own = await startTestCluster();
  helm = await findHelm(own.cluster.controlPlane.kubeconfigPath);
});

afterAll(async () => {
  await own[Symbol.asyncDispose]();
});

const where = ['--namespace', 'zoo-system'];

async function expectHelm(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await helm(...args, ...where);
  expect(`${String(code)} ${code === 0 ? '' : stderr}`).toBe('0 ');
  return stdout + stderr;
}

it('helm rollback rolls back the operator, and leaves the CRDs unchanged', async () => {
  const { kubectl } = own.cluster.controlPlane;
  const values = ['--set', 'image.repository=registry.example/zoo', '--set', 'replicas=0'];
  const next = await packageChartOnce(newer);
  await expectHelm('install', 'zoo', chart, '--create-namespace', ...values);
  await expectHelm('upgrade', 'zoo', next, ...values);
  await expectRollback(kubectl, {
    rollBack: async () => {
      expect(await expectHelm('rollback', 'zoo', '1')).toContain('animals.zoo.example stays at version 0.2.0');
    },
    upgrade: () => expectHelm('upgrade', 'zoo', next, ...values),
  });
});

it('retains newer CRDs without the guard if an upgrade to the older chart does not install CRDs', async () => {
  const { kubectl } = own.cluster.controlPlane;
  const values = ['--set', 'image.repository=registry.example/zoo', '--set', 'replicas=0'];
  const unguarded = [...values, '--set', 'rollbackGuard=false'];
  const next = await packageChartOnce(newer);
  await expectHelm('upgrade', 'zoo', next, ...unguarded);
  // Removes the policy of the first test, which Helm keeps.
  await kubectl(['delete', 'mutatingadmissionpolicybinding/zoo-crd-rollback']);
  await expectHelm('upgrade', 'zoo', chart, '--reset-then-reuse-values', '--set', 'crds.install=false');
  await expectOlder(kubectl);
  await expectHelm('upgrade', 'zoo', next, '--reset-then-reuse-values', '--set', 'crds.install=true');
  expect(await readVersionLabel(kubectl)).toBe('0.2.0');
});

it('has no CRD among its hooks, and no CRD that Helm would delete with a hook', async () => {
  const { stdout } = await helm('get', 'hooks', 'zoo', ...where);
  expect(stdout).not.toContain('CustomResourceDefinition');
});
