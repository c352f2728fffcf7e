import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getKubewrightDeclaration } from '@kubewright/infra/catalogue';

import { findBinaries } from '../../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import type { ControlPlane } from '../../../operator/testing/src/index.ts';
import { findPulumi } from '../../support/pulumi.ts';
import { startTestCluster } from '../../support/test-cluster.ts';
import type { UserProject } from '../../support/user-project.ts';
import type { RunningProvider } from './provider.ts';

/** A cluster without this repository's operators, and Pulumi's environment variables for it. */
export interface PulumiCluster extends AsyncDisposable {
  readonly kubectl: ControlPlane['kubectl'];
  readonly env: NodeJS.ProcessEnv;
  /** A folder for files of the test. */
  readonly place: string;
  /** The names of all objects of a resource type, as `kubectl get -o name` prints them. */
  names(resource: string, ...args: readonly string[]): Promise<readonly string[]>;
  /** Returns this repository's custom resources that are not Ready, and its kinds without custom resources. */
  notReady(): Promise<readonly string[]>;
  /** Returns the names of the objects that are left of the release. */
  leftOfOurs(): Promise<readonly string[]>;
  /** Creates a Pet and waits until the store has it. */
  createPet(namespace: string, name: string): Promise<void>;
  deletePet(namespace: string, name: string): Promise<void>;
}

/** Starts a cluster, with Pulumi's command line and kubectl in PATH. */
export async function startPulumiCluster(): Promise<PulumiCluster> {
  const [pulumi, binaries] = await Promise.all([findPulumi(), findBinaries({ needed: ['kubectl'] })]);
  const own = await startTestCluster();
  const { kubectl, kubeconfigPath } = own.cluster.controlPlane;
  const place = await mkdtemp(path.join(tmpdir(), 'pulumi-'));
  const folders = [path.dirname(pulumi), path.dirname(binaries.kubectl), process.env['PATH']];
  const names: PulumiCluster['names'] = async (resource, ...args) =>
    splitLines(await kubectl(['get', resource, '-o', 'name', ...args]));
  return {
    kubectl,
    place,
    env: {
      ...process.env,
      PATH: folders.join(path.delimiter),
      KUBECONFIG: kubeconfigPath,
      PULUMI_HOME: path.join(place, 'home'),
      PULUMI_BACKEND_URL: `file://${place}`,
      PULUMI_CONFIG_PASSPHRASE: '',
      PULUMI_SKIP_UPDATE_CHECK: 'true',
    },
    names,
    notReady: async () => {
      const states = getKubewrightDeclaration().apis.map(async ({ plural, group }) => {
        const args = ['get', `${plural}.${group}`, '--all-namespaces', '-o', `jsonpath=${readiness}`];
        const lines = splitLines(await kubectl(args));
        return lines.length === 0 ? [`no ${plural}`] : lines.filter((line) => !line.endsWith(' True'));
      });
      return (await Promise.all(states)).flat();
    },
    leftOfOurs: async () => {
      const found = await Promise.all(clusterScoped.map((resource) => names(resource)));
      return found.flat().filter((name) => /kubewright(?!-kwok)|petstore|customresourcedefinition/.test(name));
    },
    createPet: async (namespace, name) => {
      const spec = { name, type: 'dog', birthday: '2021-04-01T00:00:00Z' };
      const pet = { apiVersion: 'petstore.example.com/v1alpha1', kind: 'Pet', metadata: { namespace, name }, spec };
      await kubectl(['create', '-f', '-'], { input: JSON.stringify(pet) });
      await kubectl(['wait', '--for=condition=Ready', '--timeout=60s', '--namespace', namespace, `pet/${name}`]);
    },
    deletePet: async (namespace, name) => {
      await kubectl(['delete', 'pet', name, '--namespace', namespace, '--timeout=60s']);
    },
    async [Symbol.asyncDispose]() {
      await own[Symbol.asyncDispose]();
      await rm(place, { recursive: true, force: true });
    },
  };
}

/**
 * Lets the shell of a project run Pulumi in the cluster.
 *
 * @param tools folders that its PATH also needs
 */
export function usePulumi(project: UserProject, cluster: PulumiCluster, { tools, provider }: PulumiTools): void {
  const variables = Object.entries(cluster.env).filter(([name]) => /^(PULUMI_|KUBECONFIG$)/.test(name));
  Object.assign(project.env, {
    ...Object.fromEntries(variables),
    PATH: [project.env['PATH'], ...tools, cluster.env['PATH']].join(path.delimiter),
    PULUMI_DEBUG_PROVIDERS: provider.address,
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
  });
}

interface PulumiTools {
  readonly tools: readonly string[];
  readonly provider: RunningProvider;
}

const readiness = '{range .items[*]}{.metadata.name} {.status.conditions[?(@.type=="Ready")].status}{"\\n"}{end}';

/** The cluster-scoped kinds of a release. */
const clusterScoped = [
  ...['namespaces', 'clusterroles', 'clusterrolebindings', 'customresourcedefinitions'],
  ...['validatingwebhookconfigurations', 'validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
];

function splitLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
