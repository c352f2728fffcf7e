import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { App, type Chart } from 'cdk8s';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CrdsChart, type Environment, NamespacesChart, OperatorChart } from '@kubewright/infra';
import { SamplesChart } from '@kubewright/infra/catalogue';
import {
  chartUnit,
  clusterDiff,
  type ClusterDiff,
  type ClusterDiffOptions,
  diffText,
  exitCodeOf,
  type ObjectDiff,
  type Unit,
} from '@kubewright/infra/diff';

import {
  CustomResourceDefinition,
  Deployment,
  Namespace,
  Pod,
  Service,
  ValidatingWebhookConfiguration,
} from '../../../operator/runtime/src/kinds/index.ts';
import { findBinaries } from '../../../operator/testing/src/control-plane/binaries/index.ts';
import { uninstall } from '../../support/install-operator.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { applyManifests, deleteManifests, type Manifest } from '../../support/manifests.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { root, run } from '../../repo/run.ts';
import { printingKubectl, type PrintingKubectl } from '../support/run-kubectl.ts';

const environment: Environment = {
  name: 'diff',
  namespace: 'diff-system',
  createNamespaces: ['diff-samples'],
  samplesNamespace: 'diff-samples',
  replicas: 1,
};

/** The units of an environment: definitions, namespaces, operator, samples. */
function unitsIn(changes: Partial<Environment> = {}): readonly Unit[] {
  const app = new App();
  const props = { environment: { ...environment, ...changes } };
  const charts: readonly Chart[] = [
    new CrdsChart(app, 'crds', props),
    new NamespacesChart(app, 'namespaces', props),
    new OperatorChart(app, 'operator', props),
    new SamplesChart(app, 'samples', props),
  ];
  return charts.map(chartUnit);
}

/** The objects that do not stay as they are, each with its unit and its fields. */
function changesIn({ units }: ClusterDiff): readonly ObjectDiff[] {
  return units.flatMap(({ objects }) => objects).filter(({ outcome }) => outcome !== 'unchanged');
}

/**
 * What a diff says, from an empty cluster to one in which everything is installed.
 *
 * @param own a cluster in which nothing is installed yet; nothing is left in it
 */
export function testDiff(own: () => TestCluster): void {
  describe('a diff against a cluster', () => {
    let kubectl = '';
    let print: PrintingKubectl;
    const manifestsOf = (unit: string): readonly Manifest[] =>
      unitsIn().find(({ name }) => name === unit)?.objects as readonly Manifest[];
    const pods = async (): Promise<readonly Pod[]> =>
      (await own().client.resource(Pod).list({ namespace: environment.namespace })).items;
    const diff = (options: Partial<ClusterDiffOptions> = {}): Promise<ClusterDiff> =>
      clusterDiff({
        units: unitsIn(),
        kubectl,
        kubeconfig: own().cluster.controlPlane.kubeconfigPath,
        fieldManager: 'test',
        ...options,
      });
    /** Changes the cluster, and undoes that. */
    async function changed(change: () => Promise<unknown>, look: () => Promise<void>): Promise<void> {
      await change();
      try {
        await look();
      } finally {
        await applyManifests(own().client, manifestsOf('operator'));
      }
    }

    beforeAll(async () => {
      kubectl = (await findBinaries({ needed: ['kubectl'] })).kubectl;
      print = await printingKubectl(own().cluster.controlPlane);
      // Other suites of the file may have installed them.
      await deleteManifests(own().client, manifestsOf('crds'));
      await until('no definition is left', async () => {
        const { items } = await own().client.resource(CustomResourceDefinition).list();
        return items.length === 0;
      });
      process.env['KUBECACHEDIR'] = await mkdtemp(path.join(own().cluster.controlPlane.directory, 'diff-'));
    });

    afterAll(() => {
      delete process.env['KUBECACHEDIR'];
    });

    it('finds everything new in an empty cluster, checks what it can, and stores nothing', async () => {
      const found = await diff();
      const outcomes = found.units.map(({ name, objects }) => [
        name,
        [...new Set(objects.map(({ outcome }) => outcome))],
      ]);
      expect(outcomes).toEqual([
        ['crds', ['created']],
        ['namespaces', ['created']],
        ['operator', ['created', 'not checked']],
        ['samples', ['not checked']],
      ]);
      expect(diffText(found)).toContain(
        '? Deployment diff-system/kubewright: not checked: new, and its namespace diff-system does not exist yet\n',
      );
      expect(diffText(found)).toContain(
        '? WebServer diff-samples/webserver-sample: not checked: new, and its kind does not exist yet\n',
      );
      expect(exitCodeOf(found)).toBe(1);
      const { client } = own();
      expect(await client.resource(Namespace).tryGet({ name: environment.namespace })).toBeUndefined();
      expect((await client.resource(CustomResourceDefinition).list()).items).toEqual([]);
    });

    it('finds nothing after an install, also where the operator owns a field', async () => {
      const { client } = own();
      await applyManifests(client, manifestsOf('crds'));
      await until('the definitions are established', async () =>
        (await client.resource(CustomResourceDefinition).list()).items.every(({ status }) =>
          status?.conditions?.some(({ type, status: holds }) => type === 'Established' && holds === 'True'),
        ),
      );
      await applyManifests(client, [...manifestsOf('namespaces'), ...manifestsOf('operator')]);
      await until('the operator is available', async () => {
        const { status } = await client
          .resource(Deployment)
          .get({ namespace: environment.namespace, name: 'kubewright' });
        return status?.availableReplicas === 1;
      });
      await until('the operator has set caBundle', async () => {
        const { items } = await client.resource(ValidatingWebhookConfiguration).list();
        return items.every(({ webhooks = [] }) => webhooks.every(({ clientConfig }) => clientConfig.caBundle));
      });
      await until('samples are accepted', () => applyManifests(client, manifestsOf('samples')));

      const found = await diff();
      expect(diffText(found)).toMatch(/^context: \S/);
      const unchanged = unitsIn().map(({ name, objects }) => `${name}: ${String(objects.length)} unchanged`);
      expect(diffText({ ...found, context: 'own' })).toBe(`context: own\n${unchanged.join('\n')}\n`);
      expect(exitCodeOf(found)).toBe(0);
    });

    it('finds what another manager could not apply without force, also where that would change nothing', async () => {
      const found = await diff({ fieldManager: 'kustomize-controller' });
      const deployment = changesIn(found).find(({ object }) => object.kind === 'Deployment');
      const variable = 'spec.template.spec.containers[operator].env[POD_NAME].valueFrom.fieldRef';
      expect(deployment).toMatchObject({ outcome: 'conflict', fields: [] });
      expect(deployment?.conflicts).toContainEqual({ manager: 'test', path: variable });
      expect(diffText(found)).toContain('kubewright: conflict: others own fields; by force nothing changes\n');
      expect(exitCodeOf(found)).toBe(1);
    });

    it('finds exactly the field of a changed setting', async () => {
      const found = await diff({ units: unitsIn({ settings: { workers: 20 } }) });
      expect(changesIn(found)).toEqual([
        {
          object: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'diff-system', name: 'kubewright' },
          outcome: 'changed',
          fields: [
            {
              path: 'spec.template.spec.containers[operator].env[WORKERS]',
              after: { name: 'WORKERS', value: '20' },
            },
          ],
          conflicts: [],
        },
      ]);
      expect(exitCodeOf(found)).toBe(1);
    });

    it('finds a conflict, with the manager that owns the field', async () => {
      const scale = ['scale', 'deployment/kubewright', '--replicas=2', '--namespace=diff-system'];
      await changed(
        () => print(scale),
        async () => {
          const found = await diff();
          expect(changesIn(found)).toMatchObject([
            {
              outcome: 'conflict',
              conflicts: [{ manager: 'kubectl', path: 'spec.replicas' }],
              fields: [{ path: 'spec.replicas', before: 2, after: 1 }],
            },
          ]);
          expect(diffText(found)).toContain('spec.replicas: 2 → 1 (owned by kubectl)');
          expect(exitCodeOf(found)).toBe(1);
        },
      );
    });

    it('finds a field that somebody has removed, and an object that somebody has deleted', async () => {
      const namespaced = '--namespace=diff-system';
      await changed(
        async () => {
          await print(['label', 'serviceaccount/kubewright', 'app.kubernetes.io/version-', namespaced]);
          await print(['delete', 'poddisruptionbudget/kubewright', namespaced]);
        },
        async () => {
          expect(changesIn(await diff()).map(({ object, outcome, fields }) => [object.kind, outcome, fields])).toEqual([
            [
              'ServiceAccount',
              'changed',
              [{ path: 'metadata.labels[app.kubernetes.io/version]', after: expect.any(String) as string }],
            ],
            ['PodDisruptionBudget', 'created', []],
          ]);
        },
      );
    });

    it('finds objects of the release that are not in it any more', async () => {
      const services = own().client.resource(Service);
      const key = { namespace: 'diff-system', name: 'old' };
      const labels = { 'app.kubernetes.io/managed-by': 'cdk8s', 'app.kubernetes.io/instance': 'kubewright' };
      const spec = { ports: [{ port: 80 }] };
      await services.create({ apiVersion: 'v1', kind: 'Service', metadata: { ...key, labels }, spec });
      const found = await diff();
      expect(found.leftovers).toEqual({ objects: [{ apiVersion: 'v1', kind: 'Service', ...key }] });
      expect(exitCodeOf(found)).toBe(0);
      await services.delete(key, { propagation: 'Background' });
    });

    it('finds what the API server refuses, each with its words, and the changes beside it', async () => {
      const units = unitsIn({ settings: { workers: 20 } });
      const wrong = (name: string, spec: object): Unit['objects'][number] => ({
        ...{ apiVersion: 'v1', kind: 'Service' },
        metadata: { namespace: 'diff-system', name },
        spec,
      });
      const more: Unit = {
        name: 'more',
        objects: [
          wrong('no-port', { ports: [] }),
          wrong('fine', { ports: [{ port: 80 }] }),
          wrong('misspelt', { ports: [{ port: 80 }], typ: 'NodePort' }),
          { apiVersion: 'nobody.example/v1', kind: 'Nothing', metadata: { namespace: 'diff-system', name: 'a' } },
          { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'nowhere', name: 'a' } },
        ],
      };
      const found = await diff({ units: [...units, more] });
      expect(changesIn(found).map(({ object, outcome, reason = '' }) => [object.name, outcome, reason])).toEqual([
        ['kubewright', 'changed', ''],
        ['no-port', 'refused', expect.stringContaining('spec.ports: Required value') as string],
        ['fine', 'created', ''],
        [
          'misspelt',
          'refused',
          expect.stringMatching(/^failed to .*\.spec\.typ: field not declared in schema$/) as string,
        ],
        ['a', 'refused', 'nothing defines its kind'],
        ['a', 'refused', 'its namespace nowhere does not exist, and nothing here creates it'],
      ]);
      expect(exitCodeOf(found)).toBe(2);
    });

    it('shows no data of a Secret', async () => {
      const secret = (password: string): Unit => ({
        name: 'login',
        objects: [
          {
            ...{ apiVersion: 'v1', kind: 'Secret' },
            metadata: { namespace: 'diff-system', name: 'login' },
            stringData: { password },
          },
        ],
      });
      await own().client.resource(Namespace).get({ name: 'diff-system' });
      await print(['apply', '--server-side', '--field-manager=test', '-f', '-'], secret('old-one').objects[0]);
      const found = await diff({ units: [...unitsIn(), secret('new-one')] });
      expect(changesIn(found)).toMatchObject([
        { outcome: 'changed', fields: [{ path: 'data.password', before: 'not shown', after: 'not shown' }] },
      ]);
      const shown = JSON.stringify(found) + diffText(found);
      for (const text of ['old-one', 'new-one']) {
        expect(shown).not.toContain(text);
        expect(shown).not.toContain(Buffer.from(text).toString('base64'));
      }
      await print(['delete', 'secret/login', '--namespace=diff-system']);
    });

    it('compares only the units that are named', async () => {
      const found = await diff({ only: ['crds'] });
      expect(found.units.map(({ name }) => name)).toEqual(['crds']);
      expect(found.leftovers.objects).toEqual([]);
      await expect(diff({ only: ['crd'] })).rejects.toThrow(
        'there is no unit "crd": there are crds, namespaces, operator, samples',
      );
    });

    it('is an error with what to do if there is no cluster, no context or no kubectl', async () => {
      const { kubeconfigPath, directory } = own().cluster.controlPlane;
      const closed = path.join(directory, 'closed.kubeconfig');
      await writeKubeconfig(kubeconfigPath, { path: closed, server: 'https://127.0.0.1:1' });
      const hint = 'see that the cluster runs, and that the kubeconfig and the context are the right ones';
      await expect(diff({ kubeconfig: closed })).rejects.toThrow(
        new RegExp(`^failed to ask the cluster: [^\n]*refused[^\n]*: ${hint}$`),
      );
      await expect(diff({ context: 'elsewhere' })).rejects.toThrow(
        new RegExp(`^failed to ask the cluster: [^\n]*context "?elsewhere[^\n]*: ${hint}$`),
      );
      await expect(diff({ kubectl: '/nowhere/kubectl' })).rejects.toThrow(
        'failed to run /nowhere/kubectl: there is none: install kubectl, or name its path',
      );
    });

    it('is a program, which exits with 0 for help, 1 for changes, and 2 for errors', async () => {
      const { kubeconfigPath } = own().cluster.controlPlane;
      const program = async (...args: readonly string[]): Promise<string> => {
        const sh = 'node "$@"; echo "exit code $?"';
        const file = path.join(root, 'infra/dist/print-diff.js');
        const { output } = await run({ name: 'diff', argv: ['sh', '-c', sh, 'sh', file, ...args] });
        // On a slow machine it says what it waits for.
        return output.replaceAll(/^.* …\n/gm, '');
      };
      const cluster = ['--kubectl', kubectl, '--kubeconfig', kubeconfigPath];
      expect(await program('--help')).toMatch(/^Usage: npm run diff -- [^]*\nexit code 0\n$/);
      const changes = await program('dev', ...cluster, '--unit', 'operator', '--field-manager', 'test');
      expect(changes).toMatch(/^context: .*\noperator: [^]*\nexit code 1\n$/);
      const json = await program('dev', ...cluster, '--unit', 'crds', '--json');
      expect(JSON.parse(json.replace(/exit code \d\n$/, ''))).toMatchObject({ units: [{ name: 'crds' }] });
      expect(await program('dev', ...cluster, '--context', 'none')).toMatch(
        /^failed to ask the cluster: .*\nexit code 2\n$/,
      );
      expect(await program('nowhere')).toMatch(/^there is no environment "nowhere".*\nexit code 2\n$/);
      expect(await program('dev', '--unknown')).toMatch(/^Unknown option[^]*\nexit code 2\n$/);
    });

    it('leaves nothing in the cluster', async () => {
      const { client } = own();
      await deleteManifests(client, manifestsOf('samples'));
      await uninstall(client, manifestsOf('operator'), pods);
      await deleteManifests(client, [...manifestsOf('namespaces'), ...manifestsOf('crds')]);
      await until('the namespaces are deleted', async () => {
        const { items } = await client.resource(Namespace).list();
        return items.every(({ metadata }) => !metadata.name.startsWith('diff-'));
      });
    });
  });
}
