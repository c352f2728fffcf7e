import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from '../../support/until.ts';
import { startControlPlane } from './control-plane.ts';
import { beginProject } from './project.ts';
import { RunningCommand } from './running-command.ts';

/**
 * The commands in the tutorials of operator-sdk and kubebuilder that need a cluster or an image, in their order, each as
 * its counterpart in Kubewright. The titles contain the original commands.
 */
describe('an author who comes from operator-sdk or kubebuilder', { timeout: 180_000 }, () => {
  let project: Awaited<ReturnType<typeof beginProject>>;
  let cluster: AsyncDisposable | undefined;

  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await project[Symbol.asyncDispose]();
  });

  beforeAll(async () => {
    project = await beginProject('shops');
  }, 300_000);

  it('operator-sdk build · make docker-build: kubewright package image', async () => {
    // No image is pushed, because that needs a registry (see test/delivery/image). Pods run its program instead.
    await expect(project.sh('kubewright package image --base missing')).rejects.toThrow('missing');
    expect(await project.sh('node output/bundle/main.js --version')).toContain('0.1.0');
  });

  it('kubectl create -f deploy/crds/…_crd.yaml · make install: kubectl apply', async () => {
    cluster = await startControlPlane(project, 'registry.example/shops:0.1.0');
    await project.sh('kubewright generate && kubectl apply --server-side -f crds/');
    await project.sh('kubectl wait --for=condition=Established crd/shops.example.com --timeout=30s');
    const explained = await until('the API server publishes the schema', () =>
      project.sh('kubectl explain shop.spec.replicas'),
    );
    expect(explained).toContain('How many Pods run.');
  });

  it('operator-sdk up local, run --local · make run: kubewright run', async () => {
    await using operator = new RunningCommand(project, ['kubewright', 'run']);
    await operator.awaitPrinted(/controller started/);
    await project.sh('kubectl apply --server-side -f samples/');
    await project.sh('kubectl wait shop/sample --for=condition=Ready --timeout=60s');
    expect(await project.sh('kubectl get deployment sample -o jsonpath={.spec.replicas}')).toBe('2');
    await project.sh(`kubectl patch shop sample --type=merge -p '{"spec":{"replicas":3}}'`);
    await until('the Deployment has the new size', async () => {
      const replicas = await project.sh('kubectl get deployment sample -o jsonpath={.spec.replicas}');
      return replicas === '3';
    });
    await project.sh('kubectl delete shop sample --cascade=foreground --timeout=60s');
    await expect(project.sh('kubectl get deployment sample')).rejects.toThrow('NotFound');
    expect(await operator.end()).toBe(0);
  });

  it('kubectl create -f deploy/operator.yaml · make deploy: kubewright synth, kubectl apply -k', async () => {
    await project.sh('kubewright synth');
    expect(await project.sh('kubewright plan || test $? = 1')).toContain('+ create, get');
    await project.sh('kubectl apply --server-side --force-conflicts -k manifests/production/crds');
    await project.sh('kubectl apply --server-side -k manifests/production/operator');
    await project.sh('kubectl rollout status deployment/shops --namespace shops-system --timeout=90s');
    await project.sh('kubectl apply --server-side -f samples/');
    await project.sh('kubectl wait shop/sample --for=condition=Ready --timeout=60s');
    expect(await project.sh('kubectl logs deployment/shops --namespace shops-system --all-pods')).toContain('shops');
    expect(await project.sh('kubewright doctor')).not.toMatch(/^error/m);
    expect(await project.sh('kubewright diff manifests/production')).toContain('operator: no changes');
  });

  it('make manifests, then git diff: kubewright plan, which also says what a change breaks', async () => {
    const file = path.join(project.folder, 'src/shop.ts');
    const text = await project.read('src/shop.ts');
    await writeFile(file, text.replace('minimum: 0', 'minimum: 1'));
    const printed = await project.sh('kubewright plan || test $? = 1');
    expect(printed).toMatch(/^BREAKING +shops\.example\.com v1 spec\.replicas: minimum: 0 -> 1/m);
    expect(printed).toMatch(/^permissions: no changes$/m);
    await writeFile(file, text);
  });

  it('operator-sdk olm-catalog gen-csv, generate bundle · make bundle: kubewright package olm', async () => {
    await project.sh('kubewright package olm');
    const built = await project.sh('kubewright package image --olm output/olm/bundle');
    expect(built).toContain('written to output/olm-image\n');
    const csv = await project.read('output/olm/bundle/manifests/shops.clusterserviceversion.yaml');
    expect(csv).toContain('alm-examples');
  });

  it('operator-sdk cleanup · make undeploy uninstall: kubectl delete, first the objects', async () => {
    await project.sh('kubectl delete -f samples/ --cascade=foreground --timeout=60s');
    await project.sh('kubectl delete -k manifests/production/operator --timeout=90s');
    await project.sh('kubectl delete -k manifests/production/crds --timeout=60s');
    expect(await project.sh('kubectl get crd,namespace -o name')).not.toContain('shops');
  });
});
