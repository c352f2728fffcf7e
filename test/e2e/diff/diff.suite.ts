import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Environment, createManifestsApp, writeManifests } from '@kubewright/infra';
import { SamplesChart } from '@kubewright/infra/catalogue';

import {
  CustomResourceDefinition,
  Deployment,
  Namespace,
  Pod,
  ValidatingWebhookConfiguration,
} from '../../../operator/runtime/src/kinds/index.ts';
import { findBinaries } from '../../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import { root, run } from '../../../scripts/run.ts';
import { uninstall } from '../../support/install-operator.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { applyManifests, deleteManifests, type Manifest } from '../../support/manifests.ts';
import { readYaml } from '../../support/read-yaml.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { createPrintingKubectl, type PrintingKubectl } from '../support/run-kubectl.ts';

const environment: Environment = {
  name: 'diff',
  namespace: 'diff-system',
  createNamespaces: ['diff-samples'],
  samplesNamespace: 'diff-samples',
  removalGuard: false,
  replicas: 1,
};

const nothing = 'crds: no changes\nnamespaces: no changes\noperator: no changes\nsamples: no changes\n';

/**
 * Tests the output of `kubewright-diff`, from an empty cluster to one in which everything is installed.
 * @param own a cluster without any installation; the suite removes everything that it creates
 */
export function testDiff(own: () => TestCluster): void {
  describe('a diff against a cluster', () => {
    let place: string;
    let env: NodeJS.ProcessEnv;
    let print: PrintingKubectl;
    /** Writes manifests as a user's cdk8s app does. */
    const write = (changes: Partial<Environment> = {}): string => {
      const app = createManifestsApp({
        environments: [{ ...environment, ...changes }],
        addCharts: (scope, of) => {
          new SamplesChart(scope, 'samples', { environment: of });
        },
        app: { outdir: place },
      });
      writeManifests(app);
      return path.join(place, 'diff');
    };
    const readManifests = async (stage: string): Promise<readonly Manifest[]> =>
      readYaml(await readFile(path.join(write(), stage, `${stage}.k8s.yaml`), 'utf8')) as readonly Manifest[];
    /** Runs the diff. Returns its output, with the exit code as the last line. */
    const diff = async (folder: string, args: readonly string[] = ['--field-manager=test'], more = {}) => {
      const argv = ['/bin/sh', '-c', '"$@"; echo "exit code $?"', 'sh', process.execPath] as const;
      const main = path.join(root, 'infra/dist/diff/main.js');
      const command = { name: 'diff', argv: [...argv, main, folder, ...args] } as const;
      return (await run(command, { env: { ...env, ...more } })).output;
    };
    /** Changes the cluster, checks the diff, and undoes the change. */
    const expectAfterChange = async (change: () => Promise<unknown>, look: () => Promise<void>): Promise<void> => {
      await change();
      try {
        await look();
      } finally {
        await applyManifests(own().client, await readManifests('operator'));
      }
    };

    beforeAll(async () => {
      const { kubeconfigPath } = own().cluster.controlPlane;
      const { kubectl } = await findBinaries({ needed: ['kubectl'] });
      place = await mkdtemp(path.join(tmpdir(), 'kubewright-diff-'));
      env = {
        PATH: [path.dirname(kubectl), process.env['PATH']].join(path.delimiter),
        KUBECONFIG: kubeconfigPath,
        KUBECACHEDIR: path.join(place, 'cache'),
      };
      print = await createPrintingKubectl(own().cluster.controlPlane);
      // Other suites of the test file may have installed CRDs.
      await deleteManifests(own().client, await readManifests('crds'));
      await until('all CRDs are deleted', async () => {
        const { items } = await own().client.resource(CustomResourceDefinition).list();
        return items.length === 0;
      });
    });

    afterAll(() => rm(place, { recursive: true, force: true }));

    it('shows all as new in an empty cluster, checks what it can, and stores nothing', async () => {
      const text = await diff(write());
      expect(text).toContain('\n+ ClusterRole kubewright: new\n');
      expect(text).not.toContain('+++');
      expect(text).toMatch(/\nsummary: \d\d to create, 0 to change\nexit code 1\n$/);
      expect(text).toContain(
        '\n+ Deployment diff-system/kubewright: new; cannot be checked until its namespace diff-system exists\n',
      );
      expect(text).toContain(
        '\n+ WebServer diff-samples/webserver-sample: new; cannot be checked until its CRD exists\n',
      );
      const full = await diff(write(), ['--field-manager=test', '--show-new']);
      expect(full).toContain('\n+kind: ClusterRole\n');
      expect(full).not.toContain('ClusterRole kubewright: new');
      expect(full.slice(full.indexOf('\nsummary:'))).toBe(text.slice(text.indexOf('\nsummary:')));
      const { client } = own();
      expect(await client.resource(Namespace).tryGet({ name: environment.namespace })).toBeUndefined();
      expect((await client.resource(CustomResourceDefinition).list()).items).toEqual([]);
    });

    it('shows nothing after an install, although the operator owns a field', async () => {
      const { client } = own();
      await applyManifests(client, await readManifests('crds'));
      await until('the CRDs are established', async () =>
        (await client.resource(CustomResourceDefinition).list()).items.every(({ status }) =>
          status?.conditions?.some(({ type, status: holds }) => type === 'Established' && holds === 'True'),
        ),
      );
      await applyManifests(client, [...(await readManifests('namespaces')), ...(await readManifests('operator'))]);
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
      const samples = await readManifests('samples');
      await until('the API server accepts the samples', () => applyManifests(client, samples));
      expect(await diff(write())).toBe(`${nothing}exit code 0\n`);
    });

    it('shows exactly the field of a changed setting', async () => {
      const text = await diff(write({ settings: { workers: 20 } }));
      const lines = text.split('\n').filter((line) => /^[+-]\s/.test(line));
      expect(lines.map((line) => line.replace(/^(.) +/, '$1 '))).toEqual([
        expect.stringMatching(/^- generation: \d+$/),
        expect.stringMatching(/^\+ generation: \d+$/),
        '+ - name: WORKERS',
        '+ value: "20"',
      ]);
      expect(text).toMatch(/\nsummary: 0 to create, 1 to change\nexit code 1\n$/);
    });

    it('shows one line for all objects of which only the version label changes', async () => {
      const folder = write();
      const file = path.join(folder, 'operator/operator.k8s.yaml');
      const text = await readFile(file, 'utf8');
      await writeFile(
        file,
        text.replaceAll(/(app\.kubernetes\.io\/version: ).*/g, (_, name: string) => `${name}99.0.0`),
      );
      const printed = await diff(folder);
      expect(printed).toMatch(/\n\d\d objects: only the version label changes, \S+ -> 99\.0\.0: .*\.ServiceAccount\./);
      // Not its Pods, although they have the same label.
      expect(printed.match(/^diff .*$/gm)).toEqual([expect.stringContaining('.Deployment.')]);
      expect(printed).toMatch(/\nexit code 1\n$/);
    });

    it('names the manager that owns a field, as kubectl does, and compares by force if asked to', async () => {
      const scale = ['scale', 'deployment/kubewright', '--replicas=2', '--namespace=diff-system'];
      await expectAfterChange(
        () => print(scale),
        async () => {
          const text = await diff(write({ settings: { workers: 20 } }));
          expect(text).toMatch(
            /^x Deployment diff-system\/kubewright: .*conflict with "kubectl".*: \.spec\.replicas$/m,
          );
          expect(text.match(/^conflicts: to keep the other value, .*--force-conflicts.*$/gm)).toHaveLength(1);
          expect(text).toMatch(/\nsummary: 0 to create, 0 to change, 1 in conflict\nexit code [23]\n$/);
          const forced = await diff(write(), ['--field-manager=test', '--force-conflicts']);
          expect(forced).toMatch(/^- +replicas: 2\n\+ +replicas: 1$/m);
          expect(forced).toMatch(/\nexit code 1\n$/);
        },
      );
    });

    it('names the objects of a Helm release in one line, with a remedy, and compares them by force if asked to', async () => {
      const label = ['app.kubernetes.io/managed-by=Helm', '--overwrite', '--field-manager=helm'];
      await expectAfterChange(
        () =>
          print([
            'label',
            'serviceaccount/kubewright',
            'service/kubewright-webhooks',
            '--namespace=diff-system',
            ...label,
          ]),
        async () => {
          const text = await diff(write());
          expect(text).toMatch(
            /^x managed by Helm: ServiceAccount diff-system\/kubewright, Service diff-system\/kubewright-webhooks$/m,
          );
          expect(text.match(/^managed by Helm: .*helm template.*$/gm)).toHaveLength(1);
          expect(text).not.toMatch(/onflicts? with/);
          expect(text).toMatch(/\nsummary: 0 to create, 0 to change, 2 in conflict\nexit code [23]\n$/);
          const forced = await diff(write(), ['--field-manager=test', '--force-conflicts']);
          expect(forced.match(/^- +app\.kubernetes\.io\/managed-by: Helm$/gm)).toHaveLength(2);
          expect(forced).toMatch(/\nsummary: 0 to create, 2 to change\nexit code 1\n$/);
        },
      );
    });

    it('shows a field that somebody removed, and an object that somebody deleted', async () => {
      const namespaced = '--namespace=diff-system';
      await expectAfterChange(
        async () => {
          await print(['label', 'serviceaccount/kubewright', 'app.kubernetes.io/version-', namespaced]);
          await print(['delete', 'poddisruptionbudget/kubewright', namespaced]);
        },
        async () => {
          const text = await diff(write());
          expect(text).toMatch(/^\+ +app\.kubernetes\.io\/version: \S+$/m);
          expect(text).toMatch(/^\+ PodDisruptionBudget diff-system\/kubewright: new$/m);
          expect(text).toMatch(/\nsummary: 1 to create, 1 to change\n/);
        },
      );
    });

    it('lists objects of any kind that the manifests no longer have, except those with an owner', async () => {
      const labels = { 'app.kubernetes.io/managed-by': 'cdk8s', 'app.kubernetes.io/instance': 'kubewright' };
      const metadata = { namespace: 'diff-system', labels };
      const buildRole = (instance: string) => ({
        ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', rules: [] },
        metadata: { name: `old-${instance}`, labels: { ...labels, 'app.kubernetes.io/instance': instance } },
      });
      const buildObject = (kind: string, more: object, spec: object) => {
        return { apiVersion: 'v1', kind, metadata: { ...metadata, ...more }, spec };
      };
      const owner = await own().client.resource(Namespace).get({ name: 'diff-system' });
      const { uid } = owner.metadata;
      const ownerReferences = [{ apiVersion: 'v1', kind: 'Namespace', name: 'diff-system', uid }];
      const text = await readFile(path.join(write({ removalGuard: true }), 'operator/operator.k8s.yaml'), 'utf8');
      const inUse = (readYaml(text) as readonly Manifest[]).find(({ kind }) => kind === 'LimitRange');
      const items = [
        buildObject('Service', { name: 'old' }, { selector: { app: 'old' }, ports: [{ port: 80 }] }),
        inUse,
        buildRole('kubewright'),
        buildRole('another'),
        buildObject('Service', { name: 'owned', ownerReferences }, { ports: [{ port: 80 }] }),
        buildObject('Service', { name: 'elsewhere', namespace: 'default' }, { ports: [{ port: 80 }] }),
      ];
      const list = { apiVersion: 'v1', kind: 'List', items };
      await print(['create', '-f', '-'], list);
      await until(
        'the Service has its endpoints',
        async () => (await print(['get', 'endpoints', 'old', '--namespace=diff-system'])).ok,
      );
      const leftover = (title: string): string =>
        `- ${title}: no longer in the manifests; kubectl apply does not delete it\n`;
      const titles = [
        ...['LimitRange diff-system/kubewright-in-use', 'Service diff-system/old'],
        'ClusterRole old-kubewright',
      ];
      const left = titles.map(leftover).join('');
      expect(await diff(write())).toBe(
        `${nothing}${left}summary: 0 to create, 0 to change, 3 left over\nexit code 0\n`,
      );
      expect(await diff(path.join(write(), 'operator'))).toBe('operator: no changes\nexit code 0\n');
      // The other installation shares the CRDs, which have the labels of the first one.
      const another = await diff(write({ installation: 'another' }));
      expect(another.match(/^- \w+ .*: no longer in the manifests.*$/gm)).toEqual([
        leftover('ClusterRole old-another').trim(),
      ]);
      await print(['delete', '-f', '-'], list);
    });

    it("prints each of the API server's warnings once below its stage", async () => {
      const folder = write();
      const crds = path.join(folder, 'crds/crds.k8s.yaml');
      const names = (await readManifests('crds')).flatMap(({ kind, metadata }) =>
        kind === 'CustomResourceDefinition' ? [metadata.name] : [],
      );
      const text = await readFile(crds, 'utf8');
      await writeFile(
        crds,
        text.replaceAll(/(app\.kubernetes\.io\/version: ).*/g, (_, name: string) => `${name}0.0.1`),
      );
      const buildIngress = (name: string, more = {}): string =>
        `--- ${JSON.stringify({
          ...{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', ...more },
          metadata: { namespace: 'diff-system', name, annotations: { 'kubernetes.io/ingress.class': 'a' } },
          spec: { defaultBackend: { service: { name: 'a', port: { number: 80 } } } },
        })}\n`;
      const more = path.join(folder, 'more.yaml');
      // kubectl compares both Ingresses separately, because the API server rejects another object of the stage.
      await writeFile(more, [buildIngress('a'), buildIngress('b'), buildIngress('c', { typ: 'x' })].join(''));
      const printed = await diff(folder);
      await rm(more);
      const [ofCrds = '', ofMore = '', ...others] = printed.split(/^(?=[a-z-]+:(?: no changes)?$)/m);
      const warned = ofCrds.matchAll(/^Warning: .* (\S+) stays at version \S+: version 0\.0\.1 is older/gm);
      expect([...warned].map(([, name]) => name).sort()).toEqual(names.sort());
      expect(ofMore).toMatch(/^x Ingress diff-system\/c: (?!Warning)/m);
      expect(ofMore.match(/^Warning: .*$/gm)).toEqual([expect.stringContaining('kubernetes.io/ingress.class')]);
      expect(others.join('')).not.toContain('Warning: ');
    });

    it('shows the message of each rejection beside the changes', async () => {
      const folder = write({ settings: { workers: 20 } });
      const buildObject = (kind: string, metadata: object, spec: object) =>
        `--- ${JSON.stringify({ apiVersion: 'v1', kind, metadata: { namespace: 'diff-system', ...metadata }, spec })}\n`;
      const file = path.join(folder, 'more.yaml');
      const objects = [
        buildObject('Service', { name: 'no-port' }, { ports: [] }),
        buildObject('Service', { name: 'fine' }, { ports: [{ port: 80 }] }),
        buildObject('Service', { name: 'misspelt' }, { ports: [{ port: 80 }], typ: 'NodePort' }),
        buildObject('Nothing', { name: 'a' }, {}),
        buildObject('Service', { name: 'b', namespace: 'nowhere' }, {}),
      ];
      await writeFile(file, objects.join(''));
      const text = await diff(folder);
      await rm(file);
      expect(text).toMatch(/^\+ +- name: WORKERS$/m);
      expect(text).toMatch(/^x Service diff-system\/no-port: .*spec\.ports: Required value/m);
      expect(text).toMatch(/^\+ Service diff-system\/fine: new$/m);
      expect(text).toMatch(/^x Service diff-system\/misspelt: .*\.spec\.typ: field not declared in schema/m);
      expect(text).toContain('x Nothing diff-system/a: no manifest creates its CRD\n');
      expect(text).toContain('x Service nowhere/b: no manifest creates its namespace nowhere\n');
      expect(text).toMatch(/\nsummary: 1 to create, 1 to change, 4 rejected\nexit code [23]\n$/);
    });

    it('hides the data of a Secret', async () => {
      const secret = (password: string) => ({
        ...{ apiVersion: 'v1', kind: 'Secret' },
        metadata: { namespace: 'diff-system', name: 'login' },
        stringData: { password },
      });
      await print(['apply', '--server-side', '--field-manager=test', '-f', '-'], secret('old-one'));
      const folder = write();
      await writeFile(path.join(folder, 'login.yaml'), JSON.stringify(secret('new-one')));
      const text = await diff(folder);
      await rm(path.join(folder, 'login.yaml'));
      expect(text).toMatch(/^\+ +password: '?\*+ \(after\)'?$/m);
      for (const word of ['old-one', 'new-one']) {
        expect(text).not.toContain(word);
        expect(text).not.toContain(Buffer.from(word).toString('base64'));
      }
      await print(['delete', 'secret/login', '--namespace=diff-system']);
    });

    it('reports what to do without a folder, a cluster, a context or kubectl', async () => {
      const { kubeconfigPath } = own().cluster.controlPlane;
      const closed = path.join(place, 'closed.kubeconfig');
      await writeKubeconfig(kubeconfigPath, { path: closed, server: 'https://127.0.0.1:1' });
      const refused = /^failed to read the cluster: [^]*refused[^]*\nexit code 2\n$/;
      expect(await diff(write(), ['--kubeconfig', closed])).toMatch(refused);
      expect(await diff(write(), ['--context', 'elsewhere'])).toMatch(/context "?elsewhere[^]*\nexit code 2\n$/);
      expect(await diff(write(), [], { PATH: place })).toBe(
        'failed to run kubectl: kubectl is not on your PATH: https://kubernetes.io/docs/tasks/tools\nexit code 2\n',
      );
      const none = path.join(place, 'none');
      expect(await diff(none)).toBe(
        `failed to find manifests in ${none}: name the folder of an environment\nexit code 2\n`,
      );
      const all = path.join(root, 'infra/manifests');
      expect(await diff(all)).toMatch(
        /^failed to compare .*: it contains .* twice: pass the folder of one environment\nexit code 2\n$/,
      );
      expect(await diff(write(), ['more'])).toBe('name one folder: see --help\nexit code 2\n');
      expect(await diff('--help', [])).toMatch(/^Usage: kubewright-diff [^]*\nexit code 0\n$/);
      expect(await diff('--unknown', [])).toMatch(/^Unknown option[^]*\nexit code 2\n$/);
    });

    it('compares an environment of ours by its name with npm run diff', async () => {
      const argv = ['npm', 'run', '--silent', 'diff', '--', 'dev', '--field-manager=test'] as const;
      const { output } = await run({ name: 'diff', argv }, { env });
      const waiting = async (stage: string): Promise<readonly string[]> => {
        const text = await readFile(path.join(root, 'infra/manifests/dev', stage, `${stage}.k8s.yaml`), 'utf8');
        return (readYaml(text) as readonly Manifest[]).flatMap(({ kind, metadata: { namespace, name } }) =>
          namespace === undefined
            ? []
            : [`+ ${kind} ${namespace}/${name}: new; cannot be checked until its namespace ${namespace} exists`],
        );
      };
      const lines = output.split('\n').filter((line) => /^([a-z-]+:|diff .*|\+ \w.*)$/.test(line));
      // Nothing differs in the CRDs, because the environment above has the same.
      expect(lines).toEqual([
        'crds:',
        '+ ValidatingAdmissionPolicy kubewright-removal: new',
        '+ ValidatingAdmissionPolicyBinding kubewright-removal: new',
        ...['namespaces:', '+ Namespace kubewright-samples: new'],
        ...['operator:', '+ Namespace kubewright-system: new', ...(await waiting('operator'))],
        ...['pet-store:', '+ Namespace kubewright-petstore: new', ...(await waiting('pet-store'))],
        ...['samples:', ...(await waiting('samples'))],
      ]);
    });

    it('stores nothing in the cluster', async () => {
      const { client } = own();
      const pods = async (): Promise<readonly Pod[]> =>
        (await client.resource(Pod).list({ namespace: environment.namespace })).items;
      await deleteManifests(client, await readManifests('samples'));
      await uninstall(client, await readManifests('operator'), pods);
      await deleteManifests(client, [...(await readManifests('namespaces')), ...(await readManifests('crds'))]);
      await until('the namespaces are deleted', async () => {
        const { items } = await client.resource(Namespace).list();
        return items.every(({ metadata }) => !metadata.name.startsWith('diff-'));
      });
    });
  });
}
