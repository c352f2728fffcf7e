import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from '../../support/until.ts';
import { startControlPlane } from './control-plane.ts';
import { beginProject } from './project.ts';

/** Tests `kubewright doctor` on a separate cluster, because its findings are about the whole cluster. */
describe('kubewright doctor', { timeout: 180_000 }, () => {
  let project: Awaited<ReturnType<typeof beginProject>>;
  let cluster: AsyncDisposable | undefined;

  beforeAll(async () => {
    project = await beginProject('shops');
    await writeFile(path.join(project.folder, 'src/operator.ts'), operator);
    const shop = await project.read('src/shop.ts');
    await writeFile(path.join(project.folder, 'src/shop.ts'), shop.replace('  owns: {', `  ${finalizer}\n  owns: {`));
    // The image itself is not built: Pods run the bundle instead.
    await project.sh('kubewright package bundle');
    project.env['KUBECONFIG'] = '/dev/null';
  }, 300_000);

  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await project[Symbol.asyncDispose]();
  });

  /** @returns the output of the command, with its exit code in the last line */
  const doctor = (flags = ''): Promise<string> =>
    project.sh(`code=0; kubewright doctor ${flags} || code=$?; echo "exit $code"`);

  const untilDoctor = (pattern: RegExp): Promise<unknown> =>
    until(`kubewright doctor prints ${String(pattern)}`, async () => {
      const printed = await doctor();
      if (!pattern.test(printed)) throw new Error(printed);
      return true;
    });

  it('runs only local checks without a cluster', async () => {
    const printed = await doctor();
    expect(printed).toMatch(/^ok +Node: 2\d/m);
    expect(printed).toMatch(/^ok +control plane: Kubernetes 1\.\d+/m);
    expect(printed).toMatch(/^ok +code: shops 0\.1\.0, environment production, namespace shops-system$/m);
    expect(printed).toContain('your kubeconfig has no cluster: only local checks ran');
    expect(printed).toMatch(/exit 0\n$/);
    expect(await doctor('--context missing')).toMatch(
      /^error +the cluster cannot be reached.*missing.*\n[^]*exit 1\n$/m,
    );
  });

  it('reports an operator that cannot be read', async () => {
    await project.sh(
      'mkdir environments && echo "{name: north, namespaces: [], replicas: x}" > environments/north.yaml',
    );
    expect(await doctor()).toMatch(/^error +the operator cannot be loaded or rendered[^]*exit 1\n$/m);
    await project.sh('rm -r environments');
  });

  it('names a CRD that is not installed', async () => {
    cluster = await startControlPlane(project, 'registry.example/shops:0.1.0');
    const printed = await doctor();
    expect(printed).toMatch(/^ok +permissions: \d+ checked as you, because the operator is not installed$/m);
    expect(printed).toMatch(/^ok +operator: not deployed in the namespace shops-system; the Lease does not exist$/m);
    expect(printed).toMatch(/^error +the CRD shops\.example\.com is not installed\n +→ .*kubectl apply/m);
    expect(printed).toMatch(/exit 1\n$/);
  });

  it('prints a short list for a healthy operator, also as JSON', async () => {
    await project.sh('kubewright generate && kubewright synth');
    await project.sh(
      'kubectl apply --server-side -f crds/ && kubectl apply --server-side -k manifests/production/operator',
    );
    await project.sh('kubectl wait --for=condition=Established crd/shops.example.com');
    await project.sh('kubectl rollout status --namespace shops-system deployment/shops --timeout=90s');
    await until('the webhook answers', () => project.sh('kubectl apply --server-side -f samples/'));
    await untilDoctor(/exit 0\n$/);
    const printed = await doctor();
    expect(
      printed
        .replaceAll(/^still checking.*\n/gm, '')
        .trim()
        .split('\n'),
    ).toHaveLength(10);
    expect(printed).toMatch(/^ok +permissions: \d+ checked as the ServiceAccount shops-system\/shops$/m);
    expect(printed).toMatch(/^ok +operator: the Lease shops is held by shops-.* since \d+ s, renewed \d+ s ago$/m);
    expect(printed).toMatch(/^ok +webhooks: 1 with a CA and ready endpoints$/m);
    const json = JSON.parse(await project.sh('kubewright doctor --json 2>/dev/null')) as { readonly checks: object[] };
    expect(json).toMatchObject({ ok: true });
    expect(json.checks).toHaveLength(9);
  });

  it('finds a permission that the ServiceAccount lacks', async () => {
    const rule = await project.sh('kubectl get clusterrole shops -o json');
    await patch('clusterrole shops', [{ op: 'replace', path: '/rules', value: [] }]);
    await untilDoctor(/^error +the ServiceAccount shops-system\/shops may not .*list.* deployments\.apps\n/m);
    await writeFile(path.join(project.folder, 'role.json'), rule.replaceAll(/"resourceVersion": .*/g, ''));
    await project.sh('kubectl replace -f role.json');
  });

  it('checks as the user, and says so, if the user may not impersonate the ServiceAccount', async () => {
    await project.sh(
      [
        'kubectl create serviceaccount viewer',
        'kubectl create clusterrolebinding viewer --clusterrole=view --serviceaccount=default:viewer',
        'cp "$KUBECONFIG" viewer.config',
        'kubectl config set-credentials viewer --token="$(kubectl create token viewer)" --kubeconfig viewer.config',
        'kubectl config set-context --current --user=viewer --kubeconfig viewer.config',
      ].join('\n'),
    );
    const printed = await project.sh('KUBECONFIG=viewer.config kubewright doctor');
    expect(printed).toMatch(/^warning +you may not .*deployments\.apps/m);
    expect(printed).toMatch(/^warning +cannot check: finalizers: .*orbidden/m);
    expect(printed).toMatch(/^warning +cannot tell whether the operator runs: .*orbidden/m);
  });

  it('finds Pods that are not ready, and says why', async () => {
    await scale(3, { nowhere: 'true' });
    await untilDoctor(
      /^warning +the Deployment shops-system\/shops: \d of its Pods (is|are) not ready\n +Pods that are not ready:/m,
    );
    await scale(2, { nowhere: null });
    await project.sh('kubectl rollout status --namespace shops-system deployment/shops --timeout=90s');
  });

  it('finds objects whose finalizer waits for the operator, webhooks without endpoints, and a Deployment without replicas', async () => {
    await patch('shop sample', [{ op: 'add', path: '/metadata/finalizers/-', value: 'example.com/from-the-past' }]);
    await untilDoctor(
      /^warning +1 object of shops\.example\.com with the finalizer example\.com\/from-the-past, which no /m,
    );
    await scale(0);
    await project.sh('kubectl wait --for=delete pods --all --namespace shops-system --timeout=60s');
    await project.sh('kubectl delete shop sample --wait=false');
    await patch('validatingwebhookconfiguration shops-webhooks-shop', [
      { op: 'remove', path: '/webhooks/0/clientConfig/caBundle' },
    ]);
    await untilDoctor(
      /^error +1 object of shops\.example\.com with the finalizer example\.com\/shops, and no process /m,
    );
    const printed = await doctor();
    expect(printed).toMatch(
      /^error .*from-the-past, which no .*; 1 object being deleted since \d+ s: default\/sample$/m,
    );
    expect(printed).toMatch(/^warning +the Deployment shops-system\/shops is scaled to 0$/m);
    expect(printed).toMatch(/^error .*shops-webhooks-shop has no caBundle/m);
    expect(printed).toMatch(/^error .*shops-system\/shops-webhooks of the webhooks has no ready endpoint$/m);
    await project.sh('kubectl delete validatingwebhookconfiguration shops-webhooks-shop');
    expect(await doctor()).toMatch(/^error .*shops-webhooks-shop does not exist/m);
  });

  it('finds that no Pod leads', async () => {
    await scale(1, { nowhere: 'true' });
    expect(await doctor()).toMatch(/^error +no Pod of the Deployment shops-system\/shops leads: the Lease shops /m);
  });

  async function patch(object: string, operations: readonly object[]): Promise<void> {
    await project.sh(`kubectl patch ${object} --type=json -p '${JSON.stringify(operations)}'`);
  }

  /** @param nodeSelector with it, the Pods stay Pending */
  async function scale(replicas: number, nodeSelector: Readonly<Record<string, string | null>> = {}): Promise<void> {
    const patched = JSON.stringify({ spec: { replicas, template: { spec: { nodeSelector } } } });
    await project.sh(`kubectl patch deployment shops --namespace shops-system --type=merge -p '${patched}'`);
  }
});

const operator = `
import { defineWebhook, type OperatorDefinition } from '@kubewright/runtime';

import { Shop, shop } from './shop.ts';

export const operator: OperatorDefinition = {
  ...{ name: 'shops', version: '0.1.0', controllers: [shop] },
  webhooks: [defineWebhook(Shop, { validate: () => [] })],
};
`;
const finalizer = `finalizer: { name: 'example.com/shops', cleanUp: async () => undefined },`;
