import { ApiObject } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';

import { listAddresses, type Synthesized, synthObjects, getObject, getPodTemplate } from '../testing/synth-objects.ts';
import { PetStore } from './pet-store.ts';
import { WebServerSample } from './our-kinds.ts';
import { Operator } from './operator.ts';
import type { OperatorProps } from '../options/index.ts';

const synthOperator = (props: OperatorProps = {}): Synthesized[] =>
  synthObjects((chart) => new Operator(chart, 'operator', props), 'system');

const synthPodSpec = (props: OperatorProps): k8s.PodSpec => getPodTemplate(synthOperator(props)).spec;
const synthNetworkPolicy = (props: OperatorProps, name = 'kubewright'): unknown =>
  getObject('NetworkPolicy', synthOperator(props), name)['spec'];

const synthSpec = (kind: string, props: OperatorProps): unknown => getObject(kind, synthOperator(props))['spec'];

describe('labels and annotations', () => {
  const marks = { labels: { team: 'web' }, annotations: { 'example.com/cost': '7' } };
  const objects = synthOperator({ ...marks, metrics: { secure: true } });

  it('are on every object, with the recommended labels', () => {
    expect(objects.length).toBeGreaterThan(15);
    for (const { metadata } of objects) {
      expect(metadata.labels).toMatchObject({ team: 'web', 'app.kubernetes.io/name': 'kubewright' });
      expect(metadata.annotations).toMatchObject(marks.annotations);
    }
  });

  it('are not part of a selector', () => {
    expect(
      JSON.stringify(objects.map(({ spec }) => (spec as { selector?: unknown } | undefined)?.selector)),
    ).not.toContain('team');
  });

  it('on Pods are the labels of all objects plus their own, and their own annotations', () => {
    const pod = { labels: { tier: 'back' }, annotations: { 'example.com/scrape': 'no' } };
    const { metadata } = getPodTemplate(synthOperator({ ...marks, pod }));
    expect(metadata.labels).toMatchObject({ team: 'web', tier: 'back', 'app.kubernetes.io/component': 'operator' });
    expect(metadata.annotations).toEqual({ 'example.com/scrape': 'no' });
  });

  it('are merged with those of the environment, key by key, as settings are', () => {
    const environment = {
      namespace: 'a',
      labels: { team: 'web', ring: '1' },
      settings: { workers: 2, logLevel: 'warn' },
    } as const;
    const merged = synthOperator({ environment, labels: { ring: '2' }, settings: { workers: 3 } });
    expect(getObject('Deployment', merged).metadata.labels).toMatchObject({ team: 'web', ring: '2' });
    const { env = [] } = getPodTemplate(merged).spec.containers[0]!;
    expect(env.filter(({ name }) => /LOG_LEVEL|WORKERS/.test(name))).toEqual([
      { name: 'LOG_LEVEL', value: 'warn' },
      { name: 'WORKERS', value: '3' },
    ]);
  });
});

describe('Pods', () => {
  it('run where the options place them', () => {
    const placed = {
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'platform', operator: 'Exists' }],
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
      priorityClassName: 'platform-critical',
      topologySpreadConstraints: [],
    };
    expect(synthPodSpec({ pod: placed })).toMatchObject(placed);
  });

  it('have additional containers, volumes and variables, and retain their own', () => {
    const pod = synthPodSpec({
      pod: {
        env: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
        args: ['--help'],
        volumes: [{ name: 'ca', configMap: { name: 'ca' } }],
        volumeMounts: [{ name: 'ca', mountPath: '/etc/ca' }],
      },
    });
    expect(pod.volumes?.map(({ name }) => name)).toEqual(['tmp', 'ca']);
    expect(pod.containers[0]).toMatchObject({ args: ['--help'] });
    expect(pod.containers[0]?.env?.at(-1)).toEqual({ name: 'HTTPS_PROXY', value: 'http://proxy:3128' });
    expect(pod.containers[0]?.env?.[0]?.name).toBe('BIND_ADDRESS');
    expect(pod.containers[0]?.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/tmp', '/etc/ca']);
  });

  it('merge the given security context field by field', () => {
    const assigned = { runAsUser: null, runAsGroup: null };
    const pod = synthPodSpec({
      pod: {
        securityContext: assigned,
        containerSecurityContext: { ...assigned, seccompProfile: { type: 'Unconfined' } },
      },
    });
    expect(pod.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod.containers[0]?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      privileged: false,
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      seccompProfile: { type: 'Unconfined' },
    });
  });

  it('listen on IPv4 only if the option is set', () => {
    const { env = [] } = synthPodSpec({ ipFamily: 'IPv4', metrics: { plain: true } }).containers[0]!;
    const addresses = env.filter(({ name }) => name.endsWith('BIND_ADDRESS')).map(({ value }) => value);
    expect(addresses).toEqual(['0.0.0.0', '0.0.0.0']);
  });

  it('accept Kubernetes quantities', () => {
    const resources = { cpuRequest: 0.25, cpuLimit: '1.5', memoryRequest: '0.5Gi', memoryLimit: 1e9 };
    expect(synthPodSpec({ resources }).containers[0]?.resources).toEqual({
      requests: { cpu: '0.25', memory: '0.5Gi' },
      limits: { cpu: '1.5', memory: '1000000000' },
    });
  });
});

describe('the ServiceAccount', () => {
  it('has another name and annotations', () => {
    const serviceAccount = { name: 'robot', annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/a' } };
    const objects = synthOperator({ serviceAccount });
    expect(getObject('ServiceAccount', objects).metadata).toMatchObject(serviceAccount);
    expect(getPodTemplate(objects).spec.serviceAccountName).toBe('robot');
  });

  it('can exist: it gets the permissions, and webhooks exclude its writes', () => {
    const objects = synthOperator({ serviceAccount: { name: 'robot', create: false } });
    expect(listAddresses(objects).join()).not.toContain('ServiceAccount');
    const subjects = objects.flatMap((each) => (each['subjects'] ?? []) as { name: string }[]);
    expect(new Set(subjects.map(({ name }) => name))).toEqual(new Set(['robot']));
    expect(JSON.stringify(getObject('ValidatingWebhookConfiguration', objects))).toContain(
      'system:serviceaccount:system:robot',
    );
  });
});

describe('options of the objects around the Deployment', () => {
  it('create no roles with rbac: false', () => {
    expect(listAddresses(synthOperator({ rbac: false, webhooks: false }))).toEqual([
      'ServiceAccount system/kubewright',
      'Deployment system/kubewright',
      'PodDisruptionBudget system/kubewright',
      'NetworkPolicy system/kubewright',
    ]);
  });

  it('create no NetworkPolicy and no PodDisruptionBudget if they are off', () => {
    const kinds = synthOperator({ networkPolicy: false, podDisruptionBudget: false }).map(({ kind }) => kind);
    expect(kinds).not.toContain('NetworkPolicy');
    expect(kinds).not.toContain('PodDisruptionBudget');
  });

  it('allow ingress from the peers in networkPolicy', () => {
    const from = [{ namespaceSelector: { matchLabels: { team: 'sre' } } }];
    const props = {
      metrics: { plain: true },
      networkPolicy: { metricsFrom: from, webhooksFrom: [{ ipBlock: { cidr: '10.0.0.0/24' } }] },
    };
    expect(synthNetworkPolicy(props)).toMatchObject({
      policyTypes: ['Ingress'],
      ingress: [{ from, ports: [{ port: 8080 }] }],
    });
    expect(synthNetworkPolicy(props, 'kubewright-webhooks')).toMatchObject({
      ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/24' } }] }],
    });
  });

  it('limit egress to DNS, the API servers and given destinations', () => {
    expect(synthNetworkPolicy({ networkPolicy: { egress: {} } })).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      egress: [
        {
          ports: [
            { port: 53, protocol: 'UDP' },
            { port: 53, protocol: 'TCP' },
          ],
        },
        {
          ports: [
            { port: 443, protocol: 'TCP' },
            { port: 6443, protocol: 'TCP' },
          ],
        },
      ],
    });
    const others = [{ to: [{ podSelector: {} }], ports: [{ port: 6742 }] }];
    expect(
      synthNetworkPolicy({
        networkPolicy: { egress: { apiServers: ['10.0.0.1/32'], apiServerPorts: [6443], others } },
      }),
    ).toMatchObject({
      egress: [{}, { to: [{ ipBlock: { cidr: '10.0.0.1/32' } }], ports: [{ port: 6443 }] }, others[0]],
    });
  });

  it('evict and replace the given number of Pods', () => {
    const props: OperatorProps = { podDisruptionBudget: { minAvailable: '50%' }, rollingUpdate: { maxUnavailable: 1 } };
    expect(synthSpec('PodDisruptionBudget', props)).toMatchObject({
      minAvailable: '50%',
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    });
    expect(synthSpec('PodDisruptionBudget', props)).not.toHaveProperty('maxUnavailable');
    expect(synthSpec('Deployment', props)).toMatchObject({
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
    });
  });

  it('make the main object the default child, like constructs of cdk8s', () => {
    synthObjects((chart) => {
      const operator = new Operator(chart, 'operator');
      expect(operator.node.defaultChild).toBe(operator.deployment);
      expect(ApiObject.of(operator)).toBe(operator.deployment);
      const sample = new WebServerSample(chart, 'sample');
      expect(ApiObject.of(sample)).toBe(sample.webServer);
      const store = new PetStore(chart, 'store');
      expect(ApiObject.of(store)).toBe(store.deployment);
    }, 'system');
  });
});
