import { describe, expect, it } from 'vitest';

import { webServer } from '../../src/kubewright.ts';
import { defineApi, t } from '../../runtime/src/api/index.ts';
import { definePolicy, defineWebhook } from '../../runtime/src/admission/index.ts';
import { defineConversion, spoke } from '../../runtime/src/conversion/index.ts';
import { ConfigMap, Namespace, Node } from '../../runtime/src/kinds/index.ts';
import { awaitChange, defineController, owns, reads, watches } from '../../runtime/src/reconcile/index.ts';
import { type DeclarationInput, buildDeclaration } from './declaration.ts';

const CafeV1 = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const CafeV2 = defineApi({ group: 'example.com', version: 'v2', kind: 'Cafe', spec: t.object({}) });
const cafe = defineController(CafeV2, {
  owns: { boards: owns(ConfigMap) },
  reconcile: () => Promise.resolve(awaitChange),
});
const same = { toHub: () => ({ spec: {} }), fromHub: () => ({ spec: {} }) };
const conversion = defineConversion(CafeV2, [spoke(CafeV1, same)], { storageVersion: CafeV1 });

const input: DeclarationInput = {
  name: 'coffee',
  version: '1.2.3',
  description: 'Cafes.',
  controllers: [webServer],
  settings: [
    { name: 'workers', flag: '--workers', env: 'WORKERS', type: 'integer', default: 10, description: 'How many.' },
  ],
  ports: { metrics: 8080, health: 8081 },
};

describe('the declaration', () => {
  it('has the API of WebServer with the path of its CRD', () => {
    expect(buildDeclaration(input).apis).toEqual([
      {
        group: 'my.domain',
        version: 'v1',
        kind: 'WebServer',
        plural: 'webservers',
        scope: 'Namespaced',
        crd: 'crds/my.domain_webservers.yaml',
      },
    ]);
  });

  it('has the permissions that the WebServer controller needs, verb by verb', () => {
    expect(buildDeclaration(input).controllers).toEqual([
      {
        name: 'web-server',
        for: { group: 'my.domain', version: 'v1', kind: 'WebServer' },
        rules: [
          { apiGroups: ['my.domain'], resources: ['webservers'], verbs: ['get', 'list', 'watch'] },
          { apiGroups: ['my.domain'], resources: ['webservers/status'], verbs: ['patch'] },
          { apiGroups: ['my.domain'], resources: ['webservers/finalizers'], verbs: ['update'] },
          { apiGroups: ['apps'], resources: ['deployments'], verbs: ['create', 'get', 'list', 'patch', 'watch'] },
          { apiGroups: [''], resources: ['services'], verbs: ['create', 'get', 'list', 'patch', 'watch'] },
          { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
        ],
      },
    ]);
  });

  it('has the conversion of a kind with several versions: its path, and the permissions of its migration', () => {
    const declared = buildDeclaration({ ...input, controllers: [cafe], conversions: [conversion] });
    expect(declared.apis).toEqual([
      {
        ...{ group: 'example.com', version: 'v2', kind: 'Cafe', plural: 'cafes', scope: 'Namespaced' },
        crd: 'crds/example.com_cafes.yaml',
        conversion: {
          path: '/convert/cafe',
          conversionReviewVersions: ['v1'],
          rules: [
            {
              ...{ apiGroups: ['apiextensions.k8s.io'], resourceNames: ['cafes.example.com'] },
              ...{ resources: ['customresourcedefinitions'], verbs: ['get', 'list', 'patch', 'watch'] },
            },
            {
              ...{ apiGroups: ['apiextensions.k8s.io'], resourceNames: ['cafes.example.com'] },
              ...{ resources: ['customresourcedefinitions/status'], verbs: ['patch'] },
            },
            { apiGroups: ['example.com'], resources: ['cafes'], verbs: ['list', 'patch'] },
            { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create'] },
          ],
        },
      },
    ]);
    expect(buildDeclaration({ ...input, controllers: [cafe] }).apis[0]).not.toHaveProperty('conversion');
  });

  it('grants the controllers of an operator with conversions only what they declare', () => {
    const { controllers } = buildDeclaration({ ...input, controllers: [cafe], conversions: [conversion] });
    expect(controllers[0]?.rules).toEqual(cafe.rules);
    expect(controllers[0]?.rules.flatMap(({ verbs }) => verbs)).not.toContain('delete');
  });

  it('lists the permissions for secure metrics separately', () => {
    const declaration = buildDeclaration(input);
    expect(declaration.secureMetrics?.rules).toEqual([
      { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
      { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
    ]);
    expect(JSON.stringify([declaration.controllers, declaration.leaderElection])).not.toContain('reviews');
  });

  it('limits the permissions on Leases to one name, except for the verb create', () => {
    const lease = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
    expect(buildDeclaration(input).leaderElection).toEqual({
      leaseName: 'coffee',
      rules: [
        { ...lease, verbs: ['create'] },
        { ...lease, resourceNames: ['coffee'], verbs: ['get', 'list', 'update', 'watch'] },
      ],
    });
  });

  it('has the scope of each API', () => {
    const api = { group: 'books.example', version: 'v1', kind: 'Library', spec: t.object({}) };
    const Library = defineApi({ ...api, scope: 'Cluster' });
    const library = defineController(Library, { reconcile: () => Promise.resolve(awaitChange) });
    expect(buildDeclaration({ ...input, controllers: [library] }).apis).toMatchObject([
      { kind: 'Library', plural: 'libraries', scope: 'Cluster', crd: 'crds/books.example_libraries.yaml' },
    ]);
  });

  it('has kinds of others that a controller reconciles, without a CRD file', () => {
    const reconcile = () => Promise.resolve(awaitChange);
    const Gateway = { group: 'example.org', version: 'v1', kind: 'Gateway', plural: 'gateways', namespaced: true };
    const controllers = [defineController(Namespace, { reconcile }), defineController(Gateway, { reconcile })];
    const declared = buildDeclaration({ ...input, controllers });
    expect(declared.apis).toEqual([]);
    expect(declared.foreignKinds).toEqual([
      { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' },
      {
        ...{ group: 'example.org', version: 'v1', kind: 'Gateway', plural: 'gateways', scope: 'Namespaced' },
        crd: 'gateways.example.org',
      },
    ]);
    expect(declared.controllers[0]).toEqual({
      name: 'namespace',
      for: { group: '', version: 'v1', kind: 'Namespace' },
      rules: [
        { apiGroups: [''], resources: ['namespaces'], verbs: ['list', 'watch'] },
        { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
      ],
    });
    expect(declared.clusterScoped).toEqual(['namespaces']);
  });

  it('has kinds without a controller; only webhooks and controllers that read them get permissions', () => {
    const Menu = defineApi({ group: 'example.com', version: 'v1', kind: 'Menu', scope: 'Cluster', spec: t.object({}) });
    const declared = buildDeclaration({ ...input, apis: [Menu] });
    expect(declared.apis.at(-1)).toEqual({
      ...{ group: 'example.com', version: 'v1', kind: 'Menu', plural: 'menus', scope: 'Cluster' },
      crd: 'crds/example.com_menus.yaml',
    });
    expect(JSON.stringify([declared.controllers, declared.webhooks])).not.toContain('menus');
    expect(declared).not.toHaveProperty('clusterScoped');
    const webhooks = [defineWebhook(CafeV2, { reads: { menus: Menu }, validate: () => [] })];
    expect(buildDeclaration({ ...input, apis: [Menu], webhooks }).webhooks?.[0]?.rules).toEqual([
      { apiGroups: ['example.com'], resources: ['menus'], verbs: ['get', 'list'] },
    ]);
  });

  it('may list and watch Namespaces, cluster-wide, only if it serves them by label', () => {
    const declared = buildDeclaration({ ...input, namespaces: { labelSelector: 'team=a' } });
    expect(declared.controllers[0]?.rules.at(-1)).toEqual({
      ...{ apiGroups: [''], resources: ['namespaces'] },
      verbs: ['list', 'watch'],
    });
    expect(declared.clusterScoped).toEqual(['namespaces']);
    expect(JSON.stringify(buildDeclaration(input))).not.toContain('namespaces');
  });

  it('has the conversion of a kind without a controller', () => {
    const { apis } = buildDeclaration({ ...input, apis: [CafeV2], conversions: [conversion] });
    expect(apis.at(-1)).toMatchObject({ kind: 'Cafe', version: 'v2', conversion: { path: '/convert/cafe' } });
  });

  it('has each policy as data, and omits `policies` for an operator without policies', () => {
    const image = { cel: "!object.spec.image.endsWith(':latest')", message: 'give the image another tag than latest' };
    const policy = definePolicy(webServer.api, { name: 'pinned-image', operations: ['CREATE'], validate: [image] });
    expect(buildDeclaration(input)).not.toHaveProperty('policies');
    expect(buildDeclaration({ ...input, policies: [policy] }).policies).toEqual([
      {
        name: 'pinned-image',
        for: { group: 'my.domain', version: 'v1', kind: 'WebServer', plural: 'webservers', scope: 'Namespaced' },
        operations: ['CREATE'],
        when: [],
        variables: [],
        validate: [image],
        mutate: [],
        actions: ['Deny'],
        failurePolicy: 'Fail',
      },
    ]);
  });

  it('lists the cluster-scoped resources of its rules, and omits the list if it is empty', () => {
    const Tenant = defineApi({
      group: 'example.com',
      version: 'v1',
      kind: 'Tenant',
      scope: 'Cluster',
      spec: t.object({}),
    });
    const guest = defineController(CafeV2, {
      name: 'guest',
      owns: { boards: owns(ConfigMap) },
      reads: { nodes: reads(Node) },
      watches: { tenants: watches(Tenant, () => []) },
      reconcile: () => Promise.resolve(awaitChange),
    });
    const webhook = defineWebhook(CafeV2, { reads: { namespaces: Namespace }, validate: () => [] });
    expect(buildDeclaration(input)).not.toHaveProperty('clusterScoped');
    expect(buildDeclaration({ ...input, controllers: [guest], webhooks: [webhook] })).toMatchObject({
      clusterScoped: ['namespaces', 'nodes', 'tenants.example.com'],
    });
  });

  it('has name, version, description, settings and ports of the input unchanged', () => {
    const { name, version, description, settings, ports } = buildDeclaration(input);
    expect({ name, version, description, settings, ports }).toEqual({
      name: 'coffee',
      version: '1.2.3',
      description: 'Cafes.',
      settings: input.settings,
      ports: { metrics: 8080, health: 8081 },
    });
  });
});
