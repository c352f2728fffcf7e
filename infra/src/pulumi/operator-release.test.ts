import type { PlainObject } from '@kubewright/declaration';
import { Provider } from '@pulumi/kubernetes';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../options/index.ts';

import { getKubewrightDeclaration } from '../declaration/index.ts';
import { dev, embedded, environments } from '../environments/environments.ts';
import { buildOurManifests } from '../synthesis/our-manifests.ts';
import { zoo } from '../testing/zoo.ts';
import { OperatorRelease, type OperatorReleaseArgs } from './operator-release.ts';
import { type RegisteredResource, runWithMocks, getOutputValue } from './testing/run-with-mocks.ts';

const component = 'kubewright:infra:OperatorRelease';

async function registerRelease(args: OperatorReleaseArgs): Promise<RegisteredResource[]> {
  const all = await runWithMocks(() => new OperatorRelease('release', args));
  return all.filter(({ type }) => type !== component);
}

/** The objects in the committed YAML of this environment. */
function synthCommitted(environment: Environment): PlainObject[] {
  const charts = buildOurManifests({ environments: [environment] }).charts.filter(({ node }) =>
    node.path.startsWith(`${environment.name}/`),
  );
  return charts.flatMap((chart) => chart.toJson() as PlainObject[]);
}

/** The object without annotations for Pulumi. */
function toPlainObject({ inputs }: RegisteredResource): PlainObject {
  const { annotations = {}, ...metadata } = inputs.metadata;
  const others = Object.entries(annotations).filter(([key]) => !key.startsWith('pulumi.com/'));
  const kept = others.length > 0 && { annotations: Object.fromEntries(others) };
  return { ...inputs, metadata: { ...metadata, ...kept } };
}

const formatAddress = ({ kind, metadata }: PlainObject): string =>
  `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
const byAddress = (a: PlainObject, b: PlainObject): number => (formatAddress(a) < formatAddress(b) ? -1 : 1);

describe.each<Environment>(environments)('OperatorRelease in $name', (environment) => {
  let resources: RegisteredResource[];
  beforeAll(async () => {
    resources = await registerRelease({ environment, samples: environment.samples !== false });
  });

  it('deploys exactly the objects of the committed YAML', () => {
    expect(resources.map(toPlainObject).sort(byAddress)).toEqual(synthCommitted(environment).sort(byAddress));
  });

  it('creates CRDs before the operator, and the operator before samples', () => {
    const reach = computeClosure(resources);
    const served = getKubewrightDeclaration().apis.map(({ kind }) => kind);
    const getStage = ({ inputs: { kind } }: RegisteredResource): number =>
      kind === 'CustomResourceDefinition' ? 0 : served.includes(kind) ? 2 : 1;
    const [definitions = [], operator = [], samples = []] = [0, 1, 2].map((each) =>
      resources.filter((resource) => getStage(resource) === each).map(({ id }) => id),
    );
    expect([definitions.length, operator.length]).not.toContain(0);
    expect(samples.length > 0).toBe(environment.samples !== false);
    for (const id of operator) expect([...(reach.get(id) ?? [])]).toEqual(expect.arrayContaining(definitions));
    for (const id of samples) expect([...(reach.get(id) ?? [])]).toEqual(expect.arrayContaining(operator));
  });

  it('waits until CRDs are Established and samples are Ready', () => {
    const waits = resources.map(({ inputs }) => [inputs.kind, inputs.metadata.annotations?.['pulumi.com/waitFor']]);
    const served = new Set(getKubewrightDeclaration().apis.map(({ group, version }) => `${group}/${version}`));
    const expected = resources.map(({ inputs: { kind, apiVersion } }) => [
      kind,
      kind === 'CustomResourceDefinition'
        ? 'condition=Established'
        : served.has(apiVersion)
          ? 'condition=Ready'
          : undefined,
    ]);
    expect(waits).toEqual(expected);
  });
});

describe('OperatorRelease', () => {
  it('deploys no samples by default', async () => {
    const kinds = (await registerRelease({ environment: embedded })).map(({ inputs }) => inputs.kind);
    expect(kinds).toContain('Deployment');
    expect(kinds).not.toContain('WebServer');
  });

  it("deploys a user's operator", async () => {
    const image = { repository: 'zoo.example/operator' };
    const environment = { name: 'berlin', namespace: 'zoo-system', image, metrics: { plain: true } };
    const resources = await registerRelease({ environment, declaration: zoo });
    const ids = resources.map(({ id }) => id);
    expect(ids).toContain('kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition release:animals.zoo.example');
    expect(ids).toContain('kubernetes:apps/v1:Deployment release:zoo-system/zoo');
    expect(ids.filter((id) => id.includes('kubewright'))).toEqual([]);
  });

  it('throws before it registers a resource, if monitoring is set and the metrics stay on loopback', async () => {
    const environment: Environment = { name: 'berlin', namespace: 'system', monitoring: {} };
    const registering = runWithMocks(() => {
      expect(() => new OperatorRelease('release', { environment })).toThrow('kubewright cannot be monitored');
    });
    expect(await registering).toEqual([]);
  });

  it('accepts another name, for a second installation', async () => {
    const environment: Environment = { name: 'second', namespace: 'second-system', crds: 'skip' };
    const ids = (await registerRelease({ environment, name: 'second' })).map(({ id }) => id);
    expect(ids).toContain('kubernetes:apps/v1:Deployment release:second-system/second');
    expect(ids.filter((id) => id.includes('kubewright'))).toEqual([]);
  });

  it("throws if samples are set for a user's operator", async () => {
    const args = { environment: embedded, declaration: zoo, samples: true };
    await expect(registerRelease(args)).rejects.toThrow(
      "the samples have Kubewright's kinds, which zoo does not serve",
    );
  });

  it('has outputs for the namespace, the Deployment, the image and the CRDs', async () => {
    let release: OperatorRelease | undefined;
    await runWithMocks(() => (release = new OperatorRelease('release', { environment: dev })));
    const { namespace, deployment, serviceAccount, metricsService, image, crds } = release!;
    expect(await getOutputValue(namespace)).toBe('kubewright-system');
    expect(await getOutputValue(deployment)).toBe('kubewright');
    expect(await getOutputValue(serviceAccount)).toBe('kubewright');
    expect(await getOutputValue(metricsService)).toBeUndefined();
    expect(await getOutputValue(image)).toBe(`ghcr.io/kubewright/operator:${getKubewrightDeclaration().version}`);
    expect(await getOutputValue(crds)).toEqual(
      getKubewrightDeclaration().apis.map(({ plural, group }) => `${plural}.${group}`),
    );
  });

  it('uses its provider for every object', async () => {
    const resources = await runWithMocks(() => {
      const provider = new Provider('other-cluster');
      new OperatorRelease('release', { environment: embedded, samples: true }, { provider });
    });
    const objects = resources.filter(({ type }) => type !== component && !type.startsWith('pulumi:'));
    expect(objects.filter(({ provider }) => !provider.includes('other-cluster'))).toEqual([]);
  });

  it('can be depended on as a whole', async () => {
    const resources = await runWithMocks(() => {
      const release = new OperatorRelease('release', { environment: embedded });
      new Provider('after', {}, { dependsOn: release });
    });
    const after = resources.find(({ name }) => name === 'after');
    expect(after?.dependsOn).toContain('kubernetes:apps/v1:Deployment release:kubewright-system/kubewright');
    expect(resources.at(-1)).toBe(after);
  });
});

/** All direct and indirect dependencies of each resource. */
function computeClosure(resources: readonly RegisteredResource[]): Map<string, Set<string>> {
  const reach = new Map<string, Set<string>>();
  for (const { id, dependsOn } of resources) {
    reach.set(id, new Set([...dependsOn, ...dependsOn.flatMap((each) => [...(reach.get(each) ?? [])])]));
  }
  return reach;
}
