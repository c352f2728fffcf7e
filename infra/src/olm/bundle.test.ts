import { describe, expect, it } from 'vitest';

import { getKubewrightDeclaration } from '../declaration/index.ts';
import { getAt, getListAt, linkKubernetesType, type PlainObject, getStringAt } from '@kubewright/declaration';
import { zoo, zooWithVersions, zooWithWebhooks } from '../testing/zoo.ts';
import { type OlmBundle, buildOlmBundle } from './bundle.ts';
import { synthDeployedObjects } from './deployed-objects.ts';
import type { OlmBundleOptions } from '../options/index.ts';
import { buildOurBundles } from './our-bundles.ts';
import { planBundle } from './plan.ts';

const [first, second, everything] = buildOurBundles() as [OlmBundle, OlmBundle, OlmBundle];

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

const buildZooBundle = (options: Partial<OlmBundleOptions> = {}): OlmBundle =>
  buildOlmBundle({ ...zooOptions, ...options });

const getSpec = ({ clusterServiceVersion }: OlmBundle): Readonly<Record<string, unknown>> => clusterServiceVersion.spec;
const [getStrategy, listOwned] = [
  (bundle: OlmBundle) => getAt(getSpec(bundle), 'install.spec'),
  (bundle: OlmBundle) => getListAt(getSpec(bundle), 'customresourcedefinitions.owned'),
];
const getDeployment = (bundle: OlmBundle): unknown => getListAt(getStrategy(bundle), 'deployments')[0];
const getPodSpec = (bundle: OlmBundle): unknown => getAt(getDeployment(bundle), 'spec.template.spec');
const getContainer = (bundle: OlmBundle): unknown => getListAt(getPodSpec(bundle), 'containers')[0];
const findVariable = (bundle: OlmBundle, name: string): unknown =>
  getListAt(getContainer(bundle), 'env').find((each) => getStringAt(each, 'name') === name);
const listSupportedModes = (bundle: OlmBundle): unknown[] =>
  getListAt(getSpec(bundle), 'installModes')
    .filter((mode) => getAt(mode, 'supported') === true)
    .map((mode) => getAt(mode, 'type'));

/** Whether a path leads from `spec` or `status` to a field of the schema. */
function exists(crd: PlainObject | undefined, version: string, path: string): boolean {
  const described = getListAt(crd, 'spec.versions').find((each) => getAt(each, 'name') === version);
  return getAt(described, `schema.openAPIV3Schema.properties.${path.split('.').join('.properties.')}`) !== undefined;
}

describe('a bundle', () => {
  it('installs the Deployment of the charts, except for the namespaces', () => {
    const options = { ...zooOptions, installModes: ['AllNamespaces'] as const };
    const objects = synthDeployedObjects(planBundle(options)).operator;
    const deployment = objects.find(({ kind }) => kind === 'Deployment');
    const { name, spec } = getDeployment(buildZooBundle(options)) as { readonly name: string; readonly spec: unknown };
    expect({ name, spec }).toEqual({ name: 'zoo', spec: deployment?.['spec'] });
  });

  it('requests the rules of every role that is bound to its ServiceAccount', () => {
    const objects = synthDeployedObjects(planBundle(zooOptions)).operator;
    const rules = (kind: string): unknown[] =>
      objects.filter((each) => each.kind === kind).flatMap((role) => getListAt(role, 'rules'));
    expect(rules('ClusterRole').length).toBeGreaterThan(0);
    expect(getStrategy(buildZooBundle())).toMatchObject({
      permissions: [{ serviceAccountName: 'zoo', rules: rules('Role') }],
      clusterPermissions: [{ serviceAccountName: 'zoo', rules: rules('ClusterRole') }],
    });
  });

  it('of an operator that can be limited grants no cluster-wide permissions', () => {
    expect(getStrategy(first)).not.toHaveProperty('clusterPermissions');
    expect(getStrategy(everything)).not.toHaveProperty('clusterPermissions');
  });

  it('BUG-MC-10 gets the namespaces from the OperatorGroup, and every variable that the charts set', () => {
    expect(listSupportedModes(first)).toEqual(['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces']);
    expect(findVariable(first, 'WATCH_NAMESPACE')).toEqual({
      name: 'WATCH_NAMESPACE',
      valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } },
    });
    expect(findVariable(first, 'CONTROLLERS')).toMatchObject({ value: 'memcached' });
    expect(findVariable(first, 'POD_NAMESPACE')).toBeDefined();
  });

  it.each([first, second, everything, buildZooBundle()])('BUG-MC-11 describes fields that exist: $name', (bundle) => {
    const paths = listOwned(bundle).flatMap((kind) =>
      (['spec', 'status'] as const).flatMap((part) =>
        getListAt(kind, `${part}Descriptors`).map(
          (each) => [kind, `${part}.${getStringAt(each, 'path') ?? ''}`] as const,
        ),
      ),
    );
    expect(paths.length).toBeGreaterThan(0);
    for (const [kind, path] of paths) {
      const crd = bundle.objects.find(({ metadata }) => metadata.name === getStringAt(kind, 'name'));
      expect([path, exists(crd, getStringAt(kind, 'version') ?? '', path)]).toEqual([path, true]);
    }
  });

  it("describes Kubernetes' own types as one field each", () => {
    const link = (type: string): object => ({
      ...{ type: 'object', properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } } },
      externalDocs: linkKubernetesType(type, 'v1.36'),
    });
    const properties = { template: link('PodTemplateSpec'), resources: link('ResourceRequirements') };
    const apis = zoo.apis.map((api) => {
      if (api.kind !== 'Park') return api;
      const text = JSON.stringify(api.crd).replaceAll('"extra":{', `${JSON.stringify(properties).slice(1, -1)},$&`);
      return { ...api, crd: JSON.parse(text) as typeof api.crd };
    });
    const owned = listOwned(buildZooBundle({ declaration: { ...zoo, apis } }));
    const descriptors = owned.flatMap((kind) => getListAt(kind, 'specDescriptors'));
    const controls = ['urn:alm:descriptor:com.tectonic.ui:resourceRequirements'];
    expect(descriptors.filter((each) => /^(template|resources)/.test(getStringAt(each, 'path') ?? ''))).toEqual([
      { path: 'resources', displayName: 'Resources', 'x-descriptors': controls },
      { path: 'template', displayName: 'Template' },
    ]);
  });

  it.each([first, second, everything])('MC-T11 passes the checks of the scorecard: $name', (bundle) => {
    const examples = JSON.parse(
      bundle.clusterServiceVersion.metadata.annotations['alm-examples'] ?? '',
    ) as PlainObject[];
    expect(examples.map(({ kind }) => kind).sort()).toEqual(
      listOwned(bundle)
        .map((kind) => getStringAt(kind, 'kind'))
        .sort(),
    );
    for (const example of examples) {
      const kind = listOwned(bundle).find((each) => getStringAt(each, 'kind') === example.kind);
      expect(getListAt(kind, 'resources')).not.toEqual([]);
      expect(getListAt(kind, 'statusDescriptors')).not.toEqual([]);
      const described = getListAt(kind, 'specDescriptors').map((each) => getStringAt(each, 'path')?.split('.')[0]);
      expect(described).toEqual(expect.arrayContaining(Object.keys(example['spec'] as object)));
    }
  });

  it('BUG-MC-12 names the ports on which the Pods serve', () => {
    const port = getAt(
      getListAt(getContainer(everything), 'ports').find((each) => getAt(each, 'name') === 'health'),
      'containerPort',
    );
    expect(port).toBe(getAt(getContainer(everything), 'readinessProbe.httpGet.port'));
    expect(getListAt(getContainer(buildZooBundle()), 'ports')).toEqual(
      expect.arrayContaining([expect.objectContaining({ containerPort: zoo.ports.health })]),
    );
  });

  it.each([first, everything, buildZooBundle({ declaration: zooWithWebhooks })])(
    'BUG-MC-13 mounts no Secret, because OLM mounts its own: $name',
    (bundle) => {
      expect(
        getListAt(getPodSpec(bundle), 'volumes').filter((volume) => getAt(volume, 'secret') !== undefined),
      ).toEqual([]);
      const names = getListAt(getPodSpec(bundle), 'volumes').map((volume) => getAt(volume, 'name'));
      expect(getListAt(getContainer(bundle), 'volumeMounts').map((mount) => getAt(mount, 'name'))).toEqual(names);
    },
  );

  it('sets no namespaces, and omits objects that OLM creates itself', () => {
    expect(everything.objects.filter(({ metadata }) => metadata.namespace !== undefined)).toEqual([]);
    const kinds = new Set(everything.objects.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['CustomResourceDefinition', 'NetworkPolicy', 'PodDisruptionBudget']);
  });

  it('lets OLM serve the webhooks, with the certificate in its folder', () => {
    expect(findVariable(everything, 'WEBHOOK_CERT_DIR')).toMatchObject({
      value: '/tmp/k8s-webhook-server/serving-certs',
    });
    expect(getSpec(everything)['webhookdefinitions']).toMatchObject([
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

  it('of controllers without webhooks disables them in the operator', () => {
    expect(getSpec(first)).not.toHaveProperty('webhookdefinitions');
    expect(findVariable(first, 'WEBHOOKS_ENABLED')).toMatchObject({ value: 'false' });
    expect(listOwned(first)).toHaveLength(1);
    expect(first.omitted).toEqual([]);
  });

  it('lets OLM convert between versions if the operator serves all namespaces', () => {
    const bundle = buildZooBundle({ declaration: zooWithVersions });
    expect(listSupportedModes(bundle)).toEqual(['AllNamespaces']);
    expect(getSpec(bundle)['webhookdefinitions']).toMatchObject([
      { type: 'ConversionWebhook', conversionCRDs: ['animals.zoo.example'], webhookPath: '/convert/animal' },
    ]);
    expect(getStrategy(bundle)).toHaveProperty('clusterPermissions');
  });

  it('owns a kind without a controller, which does not limit its install modes', () => {
    const [animal] = zoo.controllers;
    const parks = { apiGroups: ['zoo.example'], resources: ['parks'], verbs: ['list', 'watch'] };
    const controllers = [{ ...animal!, rules: [...animal!.rules, parks] }];
    const bundle = buildZooBundle({ declaration: { ...zoo, controllers } });
    expect(listOwned(bundle).map((kind) => getStringAt(kind, 'name'))).toEqual([
      'animals.zoo.example',
      'parks.zoo.example',
    ]);
    expect(listSupportedModes(bundle)).toEqual(['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces']);
    expect(getListAt(getStrategy(bundle), 'clusterPermissions')).toMatchObject([{ rules: [parks] }]);
  });

  it('requires the CRDs of kinds that it reconciles and others bring, but not the kinds of Kubernetes', () => {
    const [animal] = zoo.controllers;
    const gateway = { group: 'example.org', version: 'v1', kind: 'Gateway' };
    const node = { group: '', version: 'v1', kind: 'Node' };
    const declaration = {
      ...zoo,
      controllers: [animal!, { name: 'gateway', for: gateway, rules: [] }, { name: 'node', for: node, rules: [] }],
      foreignKinds: [
        { ...gateway, plural: 'gateways', scope: 'Namespaced', crd: 'gateways.example.org' },
        { ...node, plural: 'nodes', scope: 'Cluster' },
      ],
    } as const;
    const bundle = buildZooBundle({ declaration });
    expect(getListAt(getSpec(bundle), 'customresourcedefinitions.required')).toEqual([
      {
        name: 'gateways.example.org',
        version: 'v1',
        kind: 'Gateway',
        displayName: 'Gateway',
        description: 'A Gateway.',
      },
    ]);
    expect(listSupportedModes(bundle)).toEqual(['AllNamespaces']);
  });

  it('has the ServiceAccount that scrapes secure metrics, with its token and permissions', () => {
    const environment = { ...zooOptions.environment, metrics: { secure: true }, monitoring: {} };
    const bundle = buildZooBundle({ environment });
    const names = bundle.objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name) => name.includes('metrics')).sort()).toEqual([
      'ClusterRole zoo-metrics-reader',
      'ClusterRoleBinding zoo-metrics-scraper',
      'Secret zoo-metrics-scraper',
      'Service zoo-metrics',
      'ServiceAccount zoo-metrics-scraper',
    ]);
    expect(getStrategy(bundle)).toMatchObject({
      clusterPermissions: [
        { rules: expect.not.arrayContaining([{ nonResourceURLs: ['/metrics'], verbs: ['get'] }]) as unknown },
      ],
    });
    expect(bundle.omitted).toEqual(buildZooBundle().omitted);
  });

  it('names omitted objects', () => {
    expect(everything.omitted).toEqual([
      'the admission policy web-server-foo: OLM does not support admission policies',
      "the matchConditions that Kubewright adds to validate.scheduled-echo.kubewright: OLM does not support them, so the webhook also gets the operator's own writes and objects that are being deleted",
    ]);
  });

  it('lists every image', () => {
    expect(getSpec(first)['relatedImages']).toEqual([
      { name: 'operator', image: 'ghcr.io/kubewright/operator:v0.0.1' },
      { name: 'memcached', image: 'memcached:1.6-alpine' },
    ]);
    expect(getSpec(everything)['relatedImages']).toEqual([
      { name: 'operator', image: `ghcr.io/kubewright/operator:${getKubewrightDeclaration().version}` },
      { name: 'echoImage', image: 'busybox:1.37' },
      { name: 'memcachedImage', image: 'memcached:1.6-alpine' },
    ]);
  });

  it('names no person and no address unless they are given', () => {
    for (const bundle of buildOurBundles()) {
      expect(JSON.stringify(bundle.clusterServiceVersion).match(/https?:.{20}/)).toBeNull();
      const { displayName, provider, maintainers, links, icon } = getSpec(bundle);
      expect({ provider, maintainers, links, icon }).toEqual({ provider: { name: displayName } });
    }
    const [bundle] = buildOurBundles({ maintainers: { Ada: 'ada@example.com' }, repository: 'https://example.com' });
    expect(bundle?.clusterServiceVersion).toMatchObject({
      metadata: { annotations: { repository: 'https://example.com' } },
      spec: { maintainers: [{ name: 'Ada', email: 'ada@example.com' }] },
    });
  });

  it('of a version differs from the previous one in its name, version, image and replaced version', () => {
    const text = (bundle: OlmBundle): string => JSON.stringify(bundle.clusterServiceVersion);
    const { replaces, ...spec } = getSpec(second);
    expect(replaces).toBe(first.name);
    const others = { ...second.clusterServiceVersion, spec };
    expect(JSON.stringify(others).replaceAll('0.0.2', '0.0.1')).toBe(text(first));
  });
});

describe('invalid options', () => {
  it.each<[Partial<OlmBundleOptions> | Record<string, unknown>, string]>([
    [{ version: 'v1' }, 'version must be a semantic version such as 1.2.3, but is "v1"'],
    [{ displayname: 'Zoo' }, 'displayname is unknown: did you mean displayName?'],
    [{ maintainers: { Keeper: 'none' } }, 'maintainers.Keeper must be an email address, but is "none"'],
    [{ icon: { data: '<svg/>', mediaType: 'image/svg+xml' } }, 'icon.data must be a base64-encoded image'],
    [{ minKubeVersion: '1.30' }, 'minKubeVersion must be a Kubernetes version such as 1.30.0, but is "1.30"'],
    [{ capabilities: 'Some' }, 'capabilities must be one of "Basic Install"'],
    [{ installModes: [] }, 'installModes must be a non-empty list'],
    [
      { environment: { ...zooOptions.environment, namespaces: ['berlin'] } },
      'remove environment.namespaces: an OperatorGroup selects the namespaces',
    ],
    [{ environment: { name: 'olm', namespace: 'zoo-system' } }, 'image.repository is missing'],
    [{ installModes: ['OwnNamespace'] }, 'zoo does not support OwnNamespace: Park is cluster-scoped'],
    [
      { environment: { ...zooOptions.environment, controllers: ['animals'] } },
      'zoo has no controller "animals": did you mean animal?',
    ],
  ])('%j', (options, message) => {
    expect(() => buildZooBundle(options as Partial<OlmBundleOptions>)).toThrow(message);
  });
});
