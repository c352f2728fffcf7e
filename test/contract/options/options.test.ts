import { Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';

import { CrdsChart, type Environment, OperatorChart } from '@kubewright/infra';

import { useKubectl } from '../../e2e/support/kubectl.ts';

const kubectl = useKubectl();

/** An environment with every option that needs only Kubernetes' own kinds. */
const everything: Environment = {
  name: 'everything',
  namespace: 'default',
  ownNamespace: { create: false },
  image: {
    repository: 'registry.example/a/b',
    tag: '1',
    digest: `sha256:${'0'.repeat(64)}`,
    pullSecrets: ['registry'],
  },
  replicas: 4,
  controllers: ['echo', 'memcached', 'scheduled-echo', 'web-server'],
  createsEverywhere: ['cronjobs.batch', 'deployments.apps', 'jobs.batch', 'services'],
  settings: { workers: 3, logLevel: 'debug' },
  resources: { cpuRequest: 0.25, cpuLimit: '1.5', memoryRequest: '0.5Gi', memoryLimit: 1e9 },
  metrics: { secure: true, certificateSecret: 'metrics-tls' },
  webhooks: {
    failurePolicy: 'Ignore',
    timeoutSeconds: 5,
    excludedNamespaces: ['monitoring'],
    certificate: { secret: 'hooks-tls' },
  },
  labels: { team: 'web' },
  annotations: { 'example.com/cost': '7' },
  pod: {
    labels: { tier: 'back' },
    annotations: { 'example.com/scrape': 'no' },
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: [{ key: 'platform', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }],
        },
      },
    },
    priorityClassName: 'system-cluster-critical',
    topologySpreadConstraints: [
      {
        maxSkew: 2,
        topologyKey: 'rack',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { tier: 'back' } },
      },
    ],
    env: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
    args: ['--help'],
    volumes: [{ name: 'ca', configMap: { name: 'ca' } }],
    volumeMounts: [{ name: 'ca', mountPath: '/etc/ca', readOnly: true }],
    securityContext: { runAsUser: null, runAsGroup: null, supplementalGroups: [1] },
    containerSecurityContext: { runAsUser: null, runAsGroup: null },
  },
  serviceAccount: { name: 'robot', annotations: { 'example.com/role': 'a' } },
  networkPolicy: {
    metricsFrom: [{ namespaceSelector: { matchLabels: { team: 'sre' } } }],
    webhooksFrom: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }],
    egress: {
      apiServers: ['10.0.0.1/32', 'fd00::/8'],
      apiServerPorts: [6443],
      others: [{ ports: [{ port: 6742, protocol: 'TCP' }] }],
    },
  },
  podDisruptionBudget: { minAvailable: '50%' },
  rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 },
  ipFamily: 'IPv4',
  aggregatedRoles: true,
  policies: 'warn',
};

/** Applies all objects in a dry run, which fails for each field that the API server does not know. */
async function dryRun(objects: readonly unknown[]): Promise<string> {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  return kubectl(
    ['apply', '--server-side', '--dry-run=server', '--validate=strict', '--field-manager=options', '-f', '-'],
    { input },
  );
}

/** Patches of fields that no option sets. */
const patches: Environment['patches'] = [
  {
    kind: 'Deployment',
    patch: {
      metadata: { annotations: { 'example.com/owner': 'web' } },
      spec: {
        revisionHistoryLimit: 2,
        strategy: { type: 'Recreate', rollingUpdate: null },
        template: {
          spec: {
            hostNetwork: true,
            dnsPolicy: 'ClusterFirstWithHostNet',
            initContainers: [{ name: 'first', image: 'registry.example/first:1' }],
          },
        },
      },
    },
  },
  {
    kind: 'Deployment',
    name: 'another',
    patch: [
      { op: 'add', path: '/spec/template/spec/containers/0/resources/limits/ephemeral-storage', value: '1Gi' },
      { op: 'add', path: '/spec/template/spec/containers/-', value: { name: 'proxy', image: 'registry.example/a:1' } },
    ],
  },
  { kind: 'Service', patch: { metadata: { annotations: { 'example.com/scheme': 'https' } } } },
  { kind: 'ServiceAccount', patch: { metadata: { labels: { 'example.com/identity': 'use' } } } },
];

describe('an operator with every option', () => {
  it.each<[title: string, changes: Partial<Environment>]>([
    ['in the whole cluster', {}],
    ['with patches', { patches }],
    ['in one namespace', { namespaces: ['default'], webhooks: false, policies: 'off' }],
    [
      'with as little as possible around it',
      {
        rbac: false,
        networkPolicy: false,
        podDisruptionBudget: false,
        serviceAccount: { name: 'default', create: false },
      },
    ],
  ])('passes a strict server-side apply %s', async (_, changes) => {
    const app = Testing.app();
    const environment = { ...everything, installation: 'another', ...changes };
    const operator = Testing.synth(new OperatorChart(app, 'operator', { environment })) as unknown[];
    const crds = Testing.synth(new CrdsChart(app, 'crds', { environment })) as unknown[];
    const output = await dryRun([...operator, ...crds]);
    expect(output.trim().split('\n')).toHaveLength(operator.length + crds.length);
    expect(output).toContain('deployment.apps/another serverside-applied (server dry run)');
  });
});
