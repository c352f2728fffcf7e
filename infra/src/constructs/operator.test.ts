import { ApiObject, Chart, JsonPatch, Testing } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';

import { getKubewrightDeclaration } from '../declaration/index.ts';
import {
  listAddresses,
  type Synthesized,
  synthObjects,
  getObject,
  getPodTemplate,
  getContainer,
} from '../testing/synth-objects.ts';
import { zoo } from '../testing/zoo.ts';
import { Operator } from './operator.ts';
import type { OperatorProps } from '../options/index.ts';

const synthOperator = (props: OperatorProps = {}): Synthesized[] =>
  synthObjects((chart) => new Operator(chart, 'operator', props), 'system');

const synthZoo = (props: OperatorProps = {}): Synthesized[] =>
  synthOperator({ declaration: zoo, image: { repository: 'zoo.example/operator' }, ...props });

const getEnv = (objects: readonly Synthesized[]): Record<string, unknown> =>
  Object.fromEntries((getContainer(objects).env ?? []).map(({ name, value, valueFrom }) => [name, value ?? valueFrom]));

describe('Operator', () => {
  it("creates the operator's objects, with names that start with the operator's name", () => {
    expect(listAddresses(synthOperator({ webhooks: false }))).toEqual([
      'ServiceAccount system/kubewright',
      'ClusterRole -/kubewright',
      'ClusterRoleBinding -/kubewright',
      'Role system/kubewright-leader-election',
      'RoleBinding system/kubewright-leader-election',
      'Deployment system/kubewright',
      'PodDisruptionBudget system/kubewright',
      'NetworkPolicy system/kubewright',
    ]);
  });

  it('creates the same objects at any path in the construct tree', () => {
    const outer = new Chart(Testing.app(), 'other');
    const chart = new Chart(outer, 'inner', { namespace: 'system' });
    new Operator(chart, 'another');
    expect(Testing.synth(chart)).toEqual(synthOperator());
  });

  it('selects its Pods by labels that are the same for every version', () => {
    const selector = {
      'app.kubernetes.io/name': 'kubewright',
      'app.kubernetes.io/instance': 'kubewright',
      'app.kubernetes.io/component': 'operator',
    };
    const objects = synthOperator({ image: { tag: '9.9.9' }, metrics: { plain: true } });
    const deployment = getObject('Deployment', objects)['spec'] as {
      selector: unknown;
      template: { metadata: unknown };
    };
    expect(deployment.selector).toEqual({ matchLabels: selector });
    expect(deployment.template.metadata).toMatchObject({
      labels: { ...selector, 'app.kubernetes.io/version': '9.9.9' },
    });
    expect(getObject('PodDisruptionBudget', objects)['spec']).toMatchObject({ selector: { matchLabels: selector } });
    for (const name of ['kubewright-metrics', 'kubewright-webhooks']) {
      expect(getObject('Service', objects, name)['spec']).toMatchObject({ selector });
    }
    for (const name of ['kubewright', 'kubewright-webhooks']) {
      expect(getObject('NetworkPolicy', objects, name)['spec']).toMatchObject({
        podSelector: { matchLabels: selector },
      });
    }
  });

  it('allows ingress only to its webhooks by default', () => {
    const { podSelector, ...rules } = getObject('NetworkPolicy', synthOperator(), 'kubewright')[
      'spec'
    ] as k8s.NetworkPolicySpec;
    expect(podSelector.matchLabels).toMatchObject({ 'app.kubernetes.io/name': 'kubewright' });
    expect(rules).toEqual({ policyTypes: ['Ingress'] });
    expect(JSON.stringify(synthOperator({ webhooks: false }))).not.toContain('"ingress"');
  });
});

describe('the metrics of an operator', () => {
  it('stay on loopback by default: no port, no Service, no ingress, no variable', () => {
    expect(JSON.stringify(synthOperator())).not.toMatch(/metrics/i);
    for (const metrics of [{}, { secure: false }, { plain: false }]) {
      expect(synthOperator({ metrics })).toEqual(synthOperator());
    }
    let service: unknown = 'not asked';
    synthObjects((chart) => (service = new Operator(chart, 'operator').metricsService), 'system');
    expect(service).toBeUndefined();
  });

  it('are served on all addresses if plain is set', () => {
    const objects = synthOperator({ metrics: { plain: true } });
    expect(getEnv(objects)).toMatchObject({ BIND_ADDRESS: '::', METRICS_BIND_ADDRESS: '::' });
    expect(JSON.stringify(objects)).not.toMatch(/METRICS_SECURE|metrics-(auth|reader)/);
    expect(getContainer(objects).ports).toEqual([
      { name: 'metrics', containerPort: 8080, protocol: 'TCP' },
      { name: 'health', containerPort: 8081, protocol: 'TCP' },
      { name: 'webhooks', containerPort: 9443, protocol: 'TCP' },
    ]);
  });

  it.each([{ plain: true }, { secure: true }])('have a Service and an ingress rule with %j', (metrics) => {
    const objects = synthOperator({ metrics });
    expect(getContainer(objects).ports?.map(({ name }) => name)).toEqual(['metrics', 'health', 'webhooks']);
    const service = getObject('Service', objects, 'kubewright-metrics');
    expect(service.metadata.namespace).toBe('system');
    expect(service['spec']).toMatchObject({
      type: 'ClusterIP',
      ports: [{ name: 'metrics', port: 8080, targetPort: 8080, protocol: 'TCP' }],
    });
    expect(getObject('NetworkPolicy', objects, 'kubewright')['spec']).toMatchObject({
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: {}, podSelector: {} }], ports: [{ port: 8080, protocol: 'TCP' }] }],
    });
  });

  it('cannot be served beyond loopback by the setting metricsBindAddress', () => {
    expect(() => synthOperator({ settings: { metricsBindAddress: '0.0.0.0' } })).toThrow(
      'the setting metricsBindAddress cannot be set here: use `metrics`, which decides who may read them',
    );
  });

  it('throw unless plain or secure is set, for an older operator without METRICS_BIND_ADDRESS', () => {
    const settings = zoo.settings.filter(({ env }) => env !== 'METRICS_BIND_ADDRESS');
    const older = { ...zoo, settings };
    expect(() => synthZoo({ declaration: older })).toThrow(
      'zoo cannot serve metrics on loopback only: it does not declare METRICS_BIND_ADDRESS. Regenerate its declaration with a ' +
        'newer runtime, or set metrics.plain, which lets every Pod of the cluster read them',
    );
    const plain = synthZoo({ declaration: older, metrics: { plain: true } });
    expect(Object.keys(getEnv(plain))).toEqual(['BIND_ADDRESS', 'LEADER_ELECT']);
    expect(listAddresses(plain)).toContain('Service system/zoo-metrics');
    expect(getEnv(synthZoo({ declaration: older, metrics: { secure: true } }))).toMatchObject({
      METRICS_SECURE: 'true',
    });
  });
});

describe('the environment of an operator', () => {
  it('has only the bind address, leader election and the name, namespace and UID of the Pod by default', () => {
    expect(getEnv(synthOperator())).toEqual({
      BIND_ADDRESS: '::',
      LEADER_ELECT: 'true',
      POD_NAME: { fieldRef: { fieldPath: 'metadata.name' } },
      POD_NAMESPACE: { fieldRef: { fieldPath: 'metadata.namespace' } },
      POD_UID: { fieldRef: { fieldPath: 'metadata.uid' } },
    });
    expect(getContainer(synthOperator())).not.toHaveProperty('args');
  });

  it('contains settings, controllers and namespaces', () => {
    const [first, second] = getKubewrightDeclaration().controllers.map(({ name }) => name);
    const controllers = [second!, first!];
    const objects = synthOperator({ settings: { logLevel: 'warn', workers: 3 }, controllers, namespaces: ['a', 'b'] });
    expect(getEnv(objects)).toMatchObject({
      LOG_LEVEL: 'warn',
      WORKERS: '3',
      CONTROLLERS: `${first!},${second!}`,
      WATCH_NAMESPACE: 'a,b',
    });
  });

  it('has no variable that the operator does not declare', () => {
    expect(Object.keys(getEnv(synthZoo()))).toEqual(['BIND_ADDRESS', 'LEADER_ELECT']);
  });

  it('escapes $ in values, which the kubelet would expand', () => {
    expect(getEnv(synthZoo({ settings: { greeting: 'hi $(POD_NAME), $5' } }))).toMatchObject({
      ZOO_GREETING: 'hi $$(POD_NAME), $$5',
    });
  });

  it('throws if the operator does not declare the variable that limits its controllers', () => {
    const settings = zoo.settings.filter(({ env }) => env !== 'CONTROLLERS');
    expect(() => synthZoo({ declaration: { ...zoo, settings }, controllers: ['animal'] })).toThrow(
      'zoo cannot be deployed with these options: it does not declare CONTROLLERS',
    );
  });
});

describe('the options of an operator', () => {
  it('come from the environment, unless the props set them', () => {
    const environment = { namespace: 'staging', replicas: 5, image: { tag: '7' }, settings: { workers: 2 } };
    const objects = synthOperator({ environment, replicas: 1 });
    expect(getObject('Deployment', objects)).toMatchObject({
      metadata: { namespace: 'staging' },
      spec: { replicas: 1 },
    });
    expect(getContainer(objects).image).toBe('ghcr.io/kubewright/operator:7');
    expect(getEnv(objects)).toMatchObject({ WORKERS: '2' });
  });

  it('are ignored if undefined', () => {
    const environment = { namespace: 'staging', replicas: 5 };
    const props = { environment, replicas: undefined, namespace: undefined } as unknown as OperatorProps;
    expect(getObject('Deployment', synthOperator(props))).toMatchObject({
      metadata: { namespace: 'staging' },
      spec: { replicas: 5 },
    });
  });

  it('set the pull policy and the pull secrets of the image', () => {
    const objects = synthOperator({ image: { pullPolicy: 'Always', pullSecrets: ['registry', 'mirror'] } });
    expect(getContainer(objects).imagePullPolicy).toBe('Always');
    expect(getPodTemplate(objects).spec.imagePullSecrets).toEqual([{ name: 'registry' }, { name: 'mirror' }]);
  });

  it("set a termination grace period that is 15 seconds longer than the operator's own, and 50 with webhooks", () => {
    const synthGracePeriod = (props: OperatorProps): unknown =>
      getPodTemplate(synthOperator(props)).spec.terminationGracePeriodSeconds;
    expect(synthGracePeriod({ webhooks: false })).toBe(45);
    expect(synthGracePeriod({})).toBe(80);
    expect(synthGracePeriod({ webhooks: false, settings: { gracePeriodSeconds: 100 } })).toBe(115);
    expect(synthGracePeriod({ settings: { gracePeriodSeconds: 100 } })).toBe(150);
  });

  it('change the ports of the container, the probes, the Service and the NetworkPolicies together', () => {
    const settings = { metricsPort: 9000, healthPort: 9001, webhookPort: 9002 };
    const objects = synthOperator({ settings, metrics: { plain: true } });
    const getIngress = (name: string): unknown =>
      (getObject('NetworkPolicy', objects, name)['spec'] as k8s.NetworkPolicySpec).ingress;
    expect(getContainer(objects).ports?.map(({ containerPort }) => containerPort)).toEqual([9000, 9001, 9002]);
    expect(getContainer(objects).readinessProbe?.httpGet?.port).toBe(9001);
    expect(getObject('Service', objects, 'kubewright-metrics')['spec']).toMatchObject({ ports: [{ port: 9000 }] });
    expect(getIngress('kubewright')).toMatchObject([{ ports: [{ port: 9000 }] }]);
    expect(getIngress('kubewright-webhooks')).toMatchObject([{ ports: [{ port: 9002 }] }]);
  });

  it('list one container port if metrics and health have the same port', () => {
    const settings = { metricsPort: 9000, healthPort: 9000 };
    const objects = synthOperator({ settings, metrics: { plain: true }, webhooks: false });
    expect(getContainer(objects).ports).toEqual([{ name: 'metrics', containerPort: 9000, protocol: 'TCP' }]);
    expect(getContainer(objects).readinessProbe?.httpGet?.port).toBe(9000);
    expect(getObject('Service', objects)['spec']).toMatchObject({ ports: [{ name: 'metrics', port: 9000 }] });
  });

  it('are accepted if the leader election timing fits the defaults of the settings that are not given', () => {
    const settings = { leaseDurationSeconds: 5, renewDeadlineSeconds: 4 };
    expect(getEnv(synthOperator({ settings }))).toMatchObject({ LEASE_DURATION_SECONDS: '5' });
    expect(getEnv(synthOperator({ settings: { retryPeriodSeconds: 8 } }))).toMatchObject({
      RETRY_PERIOD_SECONDS: '8',
    });
  });

  it('limit the permissions to the given controllers and namespaces', () => {
    const objects = synthZoo({ controllers: ['animal'], namespaces: ['berlin'] });
    expect(objects.some(({ kind }) => kind.startsWith('Cluster'))).toBe(false);
    expect(JSON.stringify(getObject('Role', objects, 'zoo'))).not.toContain('parks');
  });

  it.each<[props: OperatorProps, message: string]>([
    [{ settings: { webhookPort: 0 } }, 'the webhooks port must be at least 1 in a cluster, but is 0'],
    [
      { settings: { webhookPort: 8080 } },
      'webhooks need their own port, because only they need a certificate that API servers trust: set webhookPort to a port other than 8080',
    ],
    [{ settings: { healthPort: 9443 } }, 'set webhookPort to a port other than 9443'],
    [
      { settings: { renewDeadlineSeconds: 6, retryPeriodSeconds: 5 } },
      'the setting renewDeadlineSeconds (6) must be more than 1.2 times retryPeriodSeconds (5): change one of them',
    ],
    [
      { settings: { metricsPort: 8081 }, metrics: { secure: true } },
      'secure metrics need their own port, because health is served without TLS: set metricsPort or healthPort to a port other than 8081',
    ],
    [
      { settings: { metricsPort: 8081 } },
      'metrics need their own port, because they are on loopback, where the kubelet cannot probe health: set metricsPort or healthPort to a port other than 8081',
    ],
  ])('throw if invalid: %j', (props, message) => {
    expect(() => synthOperator(props)).toThrow(message);
  });

  it('throw without a namespace in the props, the environment and the chart', () => {
    expect(() => synthObjects((chart) => new Operator(chart, 'operator'))).toThrow(
      'namespace is missing: pass it, pass an environment, or set it on the chart',
    );
  });
});

describe("a user's operator", () => {
  const objects = synthZoo();

  it('is deployed under its own name, with its own image and ports', () => {
    expect(listAddresses(objects)).toEqual([
      'ServiceAccount system/zoo',
      'ClusterRole -/zoo',
      'ClusterRoleBinding -/zoo',
      'Role system/zoo-leader-election',
      'RoleBinding system/zoo-leader-election',
      'Deployment system/zoo',
      'PodDisruptionBudget system/zoo',
      'NetworkPolicy system/zoo',
    ]);
    expect(getContainer(objects).image).toBe('zoo.example/operator:2.3.4');
    const plain = synthZoo({ metrics: { plain: true } });
    expect(getContainer(plain).ports?.map(({ containerPort }) => containerPort)).toEqual([9090, 9091]);
    expect(getPodTemplate(objects).spec.terminationGracePeriodSeconds).toBe(20);
    expect(JSON.stringify(objects)).not.toContain('kubewright');
  });

  it('can be installed twice, under another name and with another Lease', () => {
    const metrics = { plain: true };
    const annex = synthZoo({ name: 'annex', metrics });
    const both = new Set([...listAddresses(synthZoo({ metrics })), ...listAddresses(annex)]);
    expect(both.size).toBe(2 * annex.length);
    expect(getEnv(annex)).toMatchObject({ LEASE_NAME: 'annex' });
    expect(JSON.stringify(getObject('Role', annex))).toContain('"resourceNames":["annex"]');
  });
});

describe('the parts of an operator', () => {
  it('can be changed as objects of cdk8s', () => {
    const objects = synthObjects((chart) => {
      const operator = new Operator(chart, 'operator');
      operator.deployment.metadata.addAnnotation('team', 'platform');
      ApiObject.of(operator).addJsonPatch(JsonPatch.add('/spec/template/spec/priorityClassName', 'high'));
    }, 'system');
    expect(getObject('Deployment', objects)).toMatchObject({
      metadata: { annotations: { team: 'platform' } },
      spec: { template: { spec: { priorityClassName: 'high' } } },
    });
  });
});

describe('an Operator with secure metrics', () => {
  it('has the permissions and the variable for secure metrics only if they are set', () => {
    const secure = synthOperator({ metrics: { secure: true } });
    expect(getEnv(secure)).toMatchObject({ METRICS_SECURE: 'true' });
    expect(listAddresses(secure)).toEqual(
      expect.arrayContaining(['ClusterRole -/kubewright-metrics-auth', 'ClusterRole -/kubewright-metrics-reader']),
    );
    expect(getPodTemplate(secure).spec.volumes?.map(({ name }) => name)).toEqual(['tmp']);
    expect(synthOperator({ metrics: { secure: false } })).toEqual(synthOperator());
    expect(JSON.stringify(synthOperator())).not.toMatch(/metrics-(auth|reader)|METRICS_SECURE/);
  });

  it('mounts its certificate read-only, and passes the path to the operator', () => {
    const secure = synthOperator({ metrics: { secure: true, certificateSecret: 'metrics-tls' } });
    expect(getPodTemplate(secure).spec.volumes).toContainEqual({
      name: 'metrics-certificate',
      secret: { secretName: 'metrics-tls' },
    });
    expect(getContainer(secure).volumeMounts).toContainEqual({
      name: 'metrics-certificate',
      mountPath: '/etc/metrics-certificate',
      readOnly: true,
    });
    expect(getEnv(secure)).toMatchObject({ METRICS_CERT_DIR: '/etc/metrics-certificate' });
  });

  it('throws for the setting metricsSecure', () => {
    expect(() => synthOperator({ settings: { metricsSecure: true } })).toThrow(
      'the setting metricsSecure cannot be set here: use `metrics.secure`, which also grants the permissions',
    );
  });
});
