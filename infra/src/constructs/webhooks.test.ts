import type { k8s } from 'cdk8s-plus-28';
import { describe, expect, it } from 'vitest';

import { synthGuardedZoo } from '../testing/guarded-zoo.ts';
import { listAddresses, type Synthesized, synthObjects, getObject, getContainer } from '../testing/synth-objects.ts';
import { zoo, zooWithWebhooks } from '../testing/zoo.ts';
import { Operator } from './operator.ts';

/** The objects that only webhooks need. */
const listAdded = (objects: readonly Synthesized[]): string[] => {
  const without = listAddresses(synthGuardedZoo({ webhooks: false }));
  return listAddresses(objects)
    .filter((address) => !without.includes(address))
    .sort();
};

describe('the webhooks of an operator', () => {
  const objects = synthGuardedZoo();

  it('have a Service, an empty Secret, a NetworkPolicy, permissions and a configuration for each handler', () => {
    expect(listAdded(objects)).toEqual([
      'ClusterRole -/zoo-webhooks',
      'ClusterRoleBinding -/zoo-webhooks',
      'MutatingWebhookConfiguration -/zoo-webhooks-animal',
      'MutatingWebhookConfiguration -/zoo-webhooks-cage-pod',
      'NetworkPolicy system/zoo-webhooks',
      'Role system/zoo-webhooks',
      'RoleBinding system/zoo-webhooks',
      'Secret system/zoo-webhooks',
      'Service system/zoo-webhooks',
      'ValidatingWebhookConfiguration -/zoo-webhooks-animal',
      'ValidatingWebhookConfiguration -/zoo-webhooks-park',
    ]);
  });

  it('have other names in a second installation, which the operator reads from a variable', () => {
    const annex = synthGuardedZoo({ name: 'annex' });
    expect(listAdded(annex)).toEqual(expect.arrayContaining(['Service system/annex-webhooks']));
    expect(listAddresses(annex).filter((address) => listAddresses(objects).includes(address))).toEqual([]);
    expect(getContainer(annex).env).toContainEqual({ name: 'WEBHOOK_NAME', value: 'annex-webhooks' });
    expect(getContainer(objects).env?.map(({ name }) => name)).toEqual(['BIND_ADDRESS', 'LEADER_ELECT']);
  });

  it('are reached through port 443 of the Service, which targets the container port by name', () => {
    expect(getObject('Service', objects)['spec']).toEqual({
      selector: {
        'app.kubernetes.io/name': 'zoo',
        'app.kubernetes.io/instance': 'zoo',
        'app.kubernetes.io/component': 'operator',
      },
      ports: [{ name: 'webhooks', port: 443, targetPort: 'webhooks', protocol: 'TCP' }],
    });
    expect(getContainer(objects).ports).toEqual([
      { name: 'health', containerPort: 9091, protocol: 'TCP' },
      { name: 'webhooks', containerPort: 9443, protocol: 'TCP' },
    ]);
    const other = synthGuardedZoo({ settings: { webhookPort: 7443 } });
    expect(getContainer(other).ports).toContainEqual({ name: 'webhooks', containerPort: 7443, protocol: 'TCP' });
  });

  it('allow all ingress, which changes no other ingress rule', () => {
    const { podSelector, ...rules } = getObject('NetworkPolicy', objects, 'zoo-webhooks')[
      'spec'
    ] as k8s.NetworkPolicySpec;
    expect(podSelector.matchLabels).toEqual((getObject('Service', objects)['spec'] as k8s.ServiceSpec).selector);
    expect(rules).toEqual({ policyTypes: ['Ingress'], ingress: [{ ports: [{ port: 9443, protocol: 'TCP' }] }] });
    const without = synthGuardedZoo({ webhooks: false });
    expect(getObject('NetworkPolicy', objects, 'zoo')).toEqual(getObject('NetworkPolicy', without));
  });

  it('have a Secret without data, which only the operator writes', () => {
    const { metadata, ...secret } = getObject('Secret', objects);
    expect(secret).toEqual({ apiVersion: 'v1', kind: 'Secret', type: 'Opaque' });
    expect(metadata.labels).toEqual(getObject('Deployment', objects).metadata.labels);
  });

  it('are configured after the Deployment and the Service', () => {
    const kinds = objects.map(({ kind }) => kind);
    const configurations = kinds.filter((kind) => kind.endsWith('WebhookConfiguration'));
    expect(kinds.slice(-configurations.length)).toEqual(configurations);
  });

  it('are constructs, whose objects can be changed', () => {
    let names: unknown;
    synthObjects((chart) => {
      const image = { repository: 'zoo.example/operator' };
      const { webhooks } = new Operator(chart, 'operator', { declaration: zooWithWebhooks, image });
      names = [webhooks?.name, webhooks?.configurations.map(({ name }) => name)];
    }, 'system');
    expect(names).toEqual([
      'zoo-webhooks',
      ['zoo-webhooks-animal', 'zoo-webhooks-animal', 'zoo-webhooks-cage-pod', 'zoo-webhooks-park'],
    ]);
  });
});

it('options of webhooks throw for an operator that declares none', () => {
  const image = { repository: 'zoo.example/operator' };
  const build = (): unknown =>
    synthObjects((chart) => new Operator(chart, 'operator', { declaration: zoo, image, webhooks: {} }), 'system');
  expect(build).toThrow('zoo does not declare webhooks: remove webhooks');
});

describe('an operator whose webhooks are off', () => {
  it('gets a variable that disables them, and none of their objects', () => {
    const objects = synthGuardedZoo({ webhooks: false });
    expect(getContainer(objects).env).toContainEqual({ name: 'WEBHOOKS_ENABLED', value: 'false' });
    const { env, ...container } = getContainer(objects);
    expect(env?.filter(({ name }) => name.startsWith('WEBHOOK'))).toHaveLength(1);
    expect(JSON.stringify([container, objects.filter(({ kind }) => kind !== 'Deployment')])).not.toMatch(/webhook/i);
    expect(JSON.stringify(objects)).not.toContain('"jobs"');
  });

  it('is the default for an operator of named namespaces', () => {
    const limited = { namespaces: ['berlin'], controllers: ['animal'] };
    expect(synthGuardedZoo(limited)).toEqual(synthGuardedZoo({ ...limited, webhooks: false }));
    expect(getContainer(synthGuardedZoo(limited)).env).toContainEqual({ name: 'WEBHOOKS_ENABLED', value: 'false' });
  });
});
