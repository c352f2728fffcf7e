import { describe, expect, it } from 'vitest';

import { kubewrightDeclaration } from '../declaration/index.ts';
import { at, listAt, type PlainObject, textAt } from '@kubewright/declaration';
import { zoo, zooWithVersions, zooWithWebhooks } from '../testing/index.ts';
import { type OlmBundle, olmBundle } from './bundle.ts';
import { deployedObjects } from './deployed.ts';
import type { OlmBundleOptions } from '../options/index.ts';
import { ourBundles } from './our-bundles.ts';
import { planBundle } from './plan.ts';

const [first, second, everything] = ourBundles() as [OlmBundle, OlmBundle, OlmBundle];

const zooOptions: OlmBundleOptions = {
  declaration: zoo,
  environment: {
    name: 'olm',
    namespace: 'zoo-system',
    image: { repository: 'zoo.example/operator' },
    createsEverywhere: ['pods'],
  },
  maintainers: { Keeper: 'keeper@zoo.example' },
  provider: { name: 'Zoo' },
};

const zooBundle = (options: Partial<OlmBundleOptions> = {}): OlmBundle => olmBundle({ ...zooOptions, ...options });

const specOf = ({ clusterServiceVersion }: OlmBundle): Readonly<Record<string, unknown>> => clusterServiceVersion.spec;
const [strategyOf, ownedOf] = [
  (bundle: OlmBundle) => at(specOf(bundle), 'install.spec'),
  (bundle: OlmBundle) => listAt(specOf(bundle), 'customresourcedefinitions.owned'),
];
const deploymentOf = (bundle: OlmBundle): unknown => listAt(strategyOf(bundle), 'deployments')[0];
const podOf = (bundle: OlmBundle): unknown => at(deploymentOf(bundle), 'spec.template.spec');
const containerOf = (bundle: OlmBundle): unknown => listAt(podOf(bundle), 'containers')[0];
const variableOf = (bundle: OlmBundle, name: string): unknown =>
  listAt(containerOf(bundle), 'env').find((each) => textAt(each, 'name') === name);
const supported = (bundle: OlmBundle): unknown[] =>
  listAt(specOf(bundle), 'installModes')
    .filter((mode) => at(mode, 'supported') === true)
    .map((mode) => at(mode, 'type'));

/** Whether a path leads from `spec` or `status` to a field of the schema. */
function exists(definition: PlainObject | undefined, version: string, path: string): boolean {
  const described = listAt(definition, 'spec.versions').find((each) => at(each, 'name') === version);
  return at(described, `schema.openAPIV3Schema.properties.${path.split('.').join('.properties.')}`) !== undefined;
}

describe('a bundle', () => {
  it('installs the very Deployment of the charts, but for the namespaces', () => {
    const options = { ...zooOptions, installModes: ['AllNamespaces'] as const };
    const objects = deployedObjects(planBundle(options)).operator;
    const deployment = objects.find(({ kind }) => kind === 'Deployment');
    const { name, spec } = deploymentOf(zooBundle(options)) as { readonly name: string; readonly spec: unknown };
    expect({ name, spec }).toEqual({ name: 'zoo', spec: deployment?.['spec'] });
  });

  it('asks for the rules of every role that is bound to its ServiceAccount', () => {
    const objects = deployedObjects(planBundle(zooOptions)).operator;
    const rules = (kind: string): unknown[] =>
      objects.filter((each) => each.kind === kind).flatMap((role) => listAt(role, 'rules'));
    expect(rules('ClusterRole').length).toBeGreaterThan(0);
    expect(strategyOf(zooBundle())).toMatchObject({
      permissions: [{ serviceAccountName: 'zoo', rules: rules('Role') }],
      clusterPermissions: [{ serviceAccountName: 'zoo', rules: rules('ClusterRole') }],
    });
  });

  it('of an operator that can be limited grants nothing in the whole cluster', () => {
    expect(strategyOf(first)).not.toHaveProperty('clusterPermissions');
    expect(strategyOf(everything)).not.toHaveProperty('clusterPermissions');
  });

  it('BUG-MC-10 gets the namespaces from the OperatorGroup, and every variable that the charts set', () => {
    expect(supported(first)).toEqual(['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces']);
    expect(variableOf(first, 'WATCH_NAMESPACE')).toEqual({
      name: 'WATCH_NAMESPACE',
      valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } },
    });
    expect(variableOf(first, 'CONTROLLERS')).toMatchObject({ value: 'memcached' });
    expect(variableOf(first, 'POD_NAMESPACE')).toBeDefined();
  });

  it.each([first, second, everything, zooBundle()])('BUG-MC-11 describes fields that exist: $name', (bundle) => {
    const paths = ownedOf(bundle).flatMap((kind) =>
      (['spec', 'status'] as const).flatMap((part) =>
        listAt(kind, `${part}Descriptors`).map((each) => [kind, `${part}.${textAt(each, 'path') ?? ''}`] as const),
      ),
    );
    expect(paths.length).toBeGreaterThan(0);
    for (const [kind, path] of paths) {
      const definition = bundle.objects.find(({ metadata }) => metadata.name === textAt(kind, 'name'));
      expect([path, exists(definition, textAt(kind, 'version') ?? '', path)]).toEqual([path, true]);
    }
  });

  it.each([first, second, everything])('MC-T11 passes what the scorecard checks: $name', (bundle) => {
    const examples = JSON.parse(
      bundle.clusterServiceVersion.metadata.annotations['alm-examples'] ?? '',
    ) as PlainObject[];
    expect(examples.map(({ kind }) => kind).sort()).toEqual(
      ownedOf(bundle)
        .map((kind) => textAt(kind, 'kind'))
        .sort(),
    );
    for (const example of examples) {
      const kind = ownedOf(bundle).find((each) => textAt(each, 'kind') === example.kind);
      expect(listAt(kind, 'resources')).not.toEqual([]);
      expect(listAt(kind, 'statusDescriptors')).not.toEqual([]);
      const described = listAt(kind, 'specDescriptors').map((each) => textAt(each, 'path')?.split('.')[0]);
      expect(described).toEqual(expect.arrayContaining(Object.keys(example['spec'] as object)));
    }
  });

  it('BUG-MC-12 names the ports on which the Pods serve', () => {
    const port = at(
      listAt(containerOf(everything), 'ports').find((each) => at(each, 'name') === 'health'),
      'containerPort',
    );
    expect(port).toBe(at(containerOf(everything), 'readinessProbe.httpGet.port'));
    expect(listAt(containerOf(zooBundle()), 'ports')).toEqual(
      expect.arrayContaining([expect.objectContaining({ containerPort: zoo.ports.health })]),
    );
  });

  it.each([first, everything, zooBundle({ declaration: zooWithWebhooks })])(
    'BUG-MC-13 mounts no Secret, as OLM mounts its own: $name',
    (bundle) => {
      expect(listAt(podOf(bundle), 'volumes').filter((volume) => at(volume, 'secret') !== undefined)).toEqual([]);
      const names = listAt(podOf(bundle), 'volumes').map((volume) => at(volume, 'name'));
      expect(listAt(containerOf(bundle), 'volumeMounts').map((mount) => at(mount, 'name'))).toEqual(names);
    },
  );

  it('has no namespace in any object, and no object that OLM makes itself', () => {
    expect(everything.objects.filter(({ metadata }) => metadata.namespace !== undefined)).toEqual([]);
    const kinds = new Set(everything.objects.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['CustomResourceDefinition', 'NetworkPolicy', 'PodDisruptionBudget']);
  });

  it('lets OLM serve the webhooks, from the folder of its certificate', () => {
    expect(variableOf(everything, 'WEBHOOK_CERT_DIR')).toMatchObject({
      value: '/tmp/k8s-webhook-server/serving-certs',
    });
    expect(specOf(everything)['webhookdefinitions']).toMatchObject([
      {
        type: 'ValidatingAdmissionWebhook',
        deploymentName: 'kubewright',
        containerPort: 443,
        targetPort: 9443,
        webhookPath: '/validate/scheduled-echo',
        sideEffects: 'None',
        failurePolicy: 'Fail',
      },
    ]);
  });

  it('of controllers without webhooks says so to the operator', () => {
    expect(specOf(first)).not.toHaveProperty('webhookdefinitions');
    expect(variableOf(first, 'WEBHOOKS_ENABLED')).toMatchObject({ value: 'false' });
    expect(ownedOf(first)).toHaveLength(1);
    expect(first.leftOut).toEqual([]);
  });

  it('lets OLM convert between versions, where the operator serves all namespaces', () => {
    const bundle = zooBundle({ declaration: zooWithVersions });
    expect(supported(bundle)).toEqual(['AllNamespaces']);
    expect(specOf(bundle)['webhookdefinitions']).toMatchObject([
      { type: 'ConversionWebhook', conversionCRDs: ['animals.zoo.example'], webhookPath: '/convert/animal' },
    ]);
    expect(strategyOf(bundle)).toHaveProperty('clusterPermissions');
  });

  it('names what it cannot have', () => {
    expect(everything.leftOut).toEqual([
      'the admission policy web-server-foo: OLM applies none',
      'matchConditions of validate.scheduled-echo.kubewright: a webhook of OLM has none',
    ]);
  });

  it('lists every image', () => {
    expect(specOf(first)['relatedImages']).toEqual([
      { name: 'operator', image: 'ghcr.io/kubewright/operator:v0.0.1' },
      { name: 'memcached', image: 'memcached:1.6-alpine' },
    ]);
    expect(specOf(everything)['relatedImages']).toEqual([
      { name: 'operator', image: `ghcr.io/kubewright/operator:${kubewrightDeclaration().version}` },
      { name: 'echoImage', image: 'busybox:1.37' },
      { name: 'memcachedImage', image: 'memcached:1.6-alpine' },
    ]);
  });

  it('names nobody, and no address, unless it is given', () => {
    for (const bundle of ourBundles()) {
      expect(JSON.stringify(bundle.clusterServiceVersion).match(/https?:.{20}/)).toBeNull();
      const { displayName, provider, maintainers, links, icon } = specOf(bundle);
      expect({ provider, maintainers, links, icon }).toEqual({ provider: { name: displayName } });
    }
    const [bundle] = ourBundles({ maintainers: { Ada: 'ada@example.com' }, repository: 'https://example.com' });
    expect(bundle?.clusterServiceVersion).toMatchObject({
      metadata: { annotations: { repository: 'https://example.com' } },
      spec: { maintainers: [{ name: 'Ada', email: 'ada@example.com' }] },
    });
  });

  it('of a version differs from the one before in its name, version, image and what it replaces', () => {
    const text = (bundle: OlmBundle): string => JSON.stringify(bundle.clusterServiceVersion);
    const { replaces, ...spec } = specOf(second);
    expect(replaces).toBe(first.name);
    const others = { ...second.clusterServiceVersion, spec };
    expect(JSON.stringify(others).replaceAll('0.0.2', '0.0.1')).toBe(text(first));
  });
});

describe('wrong options', () => {
  it.each<[Partial<OlmBundleOptions> | Record<string, unknown>, string]>([
    [{ version: 'v1' }, 'version must be a version such as 1.2.3, by semver, but is "v1"'],
    [{ displayname: 'Zoo' }, 'displayname is unknown: did you mean displayName?'],
    [{ maintainers: { Keeper: 'none' } }, 'maintainers.Keeper must be an address of e-mail, but is "none"'],
    [{ icon: { data: '<svg/>', mediaType: 'image/svg+xml' } }, 'icon.data must be an image in base64'],
    [{ minKubeVersion: '1.30' }, 'minKubeVersion must be a version of Kubernetes such as 1.30.0, but is "1.30"'],
    [{ capabilities: 'Some' }, 'capabilities must be one of "Basic Install"'],
    [{ installModes: [] }, 'installModes must be a list that is not empty'],
    [
      { environment: { ...zooOptions.environment, namespaces: ['berlin'] } },
      'leave out environment.namespaces: an OperatorGroup has them',
    ],
    [{ environment: { name: 'olm', namespace: 'zoo-system' } }, 'image.repository is missing'],
    [{ installModes: ['OwnNamespace'] }, 'zoo cannot be installed as OwnNamespace: Park lives in no namespace'],
    [
      { environment: { ...zooOptions.environment, controllers: ['animals'] } },
      'zoo has no controller "animals": did you mean animal?',
    ],
  ])('%j', (options, message) => {
    expect(() => zooBundle(options as Partial<OlmBundleOptions>)).toThrow(message);
  });
});
