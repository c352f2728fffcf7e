import { describe, expect, it } from 'vitest';
import type { OperatorEnvironment } from '../options/index.ts';

import type { CustomResourceDefinitionsProps } from '../options/index.ts';
import {
  addresses,
  type Synthesized,
  synthesized,
  the,
  zoo,
  zooWithVersions,
  zooWithWebhooks,
} from '../testing/index.ts';
import { CustomResourceDefinitions } from './definitions.ts';
import { Operator } from './operator.ts';

const operator = { namespace: 'zoo-system' };

const definitionsOf = (props: CustomResourceDefinitionsProps = { operator }): Synthesized[] =>
  synthesized(
    (chart) => new CustomResourceDefinitions(chart, 'crds', { declaration: zooWithVersions, ...props }),
    'chart',
  );
const installed = (environment: Partial<OperatorEnvironment> = {}): Synthesized[] =>
  synthesized((chart) => {
    const image = { repository: 'registry.zoo.example/zoo' };
    return new Operator(chart, 'operator', {
      declaration: zooWithVersions,
      environment: { namespace: 'zoo-system', image, ...environment },
    });
  }, 'chart');
const conversionOf = (definitions: Synthesized[], name = 'animals.zoo.example'): unknown =>
  (the('CustomResourceDefinition', definitions, name)['spec'] as { readonly conversion?: unknown }).conversion;

describe('the definition of a kind that the operator converts', () => {
  it('says where it is converted, and nothing of whom API servers trust: the operator keeps that', () => {
    const clientConfig = {
      service: { namespace: 'zoo-system', name: 'zoo-webhooks', path: '/convert/animal', port: 443 },
    };
    const webhook = { conversionReviewVersions: ['v1'], clientConfig };
    expect(conversionOf(definitionsOf())).toEqual({ strategy: 'Webhook', webhook });
    expect(JSON.stringify(definitionsOf())).not.toContain('caBundle');
  });

  it('leaves all others as they are', () => {
    expect(conversionOf(definitionsOf(), 'parks.zoo.example')).toBeUndefined();
    expect(conversionOf(definitionsOf({ declaration: zoo, operator }))).toBeUndefined();
    expect(conversionOf(definitionsOf({ declaration: zooWithWebhooks, operator }))).toBeUndefined();
  });

  it('names the installation', () => {
    const annex = definitionsOf({ operator: { ...operator, name: 'annex' } });
    expect(conversionOf(annex)).toMatchObject({ webhook: { clientConfig: { service: { name: 'annex-webhooks' } } } });
  });

  it('has the annotation by which cert-manager sets caBundle, beside its own', () => {
    const webhooks = { certificate: { issuer: { name: 'ca' } } };
    const definitions = definitionsOf({ operator: { ...operator, webhooks } });
    expect(the('CustomResourceDefinition', definitions, 'animals.zoo.example').metadata.annotations).toMatchObject({
      'zoo.example/generated': 'true',
      'cert-manager.io/inject-ca-from': 'zoo-system/zoo-webhooks-certificate',
    });
    expect(JSON.stringify(the('CustomResourceDefinition', definitions, 'parks.zoo.example'))).not.toContain(
      'inject-ca',
    );
  });

  it('leaves caBundle to whoever writes a certificate without saying whose it is', () => {
    const webhooks = { certificate: { secret: 'tls' } };
    expect(JSON.stringify(definitionsOf({ operator: { ...operator, webhooks } }))).not.toContain('caBundle');
  });

  it('throws if nobody says who converts, and if nobody can', () => {
    expect(() => definitionsOf({})).toThrow(
      'Animal has several versions, between which the operator converts: pass operator, or the chart its environment',
    );
    for (const none of [{ webhooks: false as const }, { namespaces: ['berlin'] }]) {
      expect(() => definitionsOf({ operator: { ...operator, ...none } })).toThrow(
        'Animal has several versions, between which only webhooks convert: leave out webhooks: false, or where ' +
          'namespaces are given, set webhooks.certificate',
      );
    }
  });

  it('is converted for the whole cluster by an operator that serves only some namespaces, its own alone even', () => {
    const webhooks = { certificate: { secret: 'tls' } };
    for (const namespaces of [['berlin'], ['zoo-system']]) {
      const definitions = definitionsOf({ operator: { ...operator, namespaces, webhooks } });
      expect(conversionOf(definitions)).toMatchObject({ strategy: 'Webhook' });
    }
  });
});

describe('an operator that converts, and has no other webhooks', () => {
  it('has a Service, a certificate and the right to keep the definition, and no configurations', () => {
    expect(addresses(installed()).filter((address) => /webhook|conversions/i.test(address))).toEqual([
      'Role zoo-system/zoo-webhooks',
      'RoleBinding zoo-system/zoo-webhooks',
      'ClusterRole -/zoo-conversions',
      'ClusterRoleBinding -/zoo-conversions',
      'Service zoo-system/zoo-webhooks',
      'NetworkPolicy zoo-system/zoo-webhooks',
      'Secret zoo-system/zoo-webhooks',
    ]);
  });

  it('may change nothing of a definition but this one, and the objects of this kind in the whole cluster', () => {
    const [animal] = zooWithVersions.apis;
    expect(the('ClusterRole', installed(), 'zoo-conversions')['rules']).toEqual(
      animal !== undefined && 'conversion' in animal ? animal.conversion.rules : [],
    );
  });

  it('has no such right where it serves some namespaces only: it migrates nothing there', () => {
    const limited = installed({
      namespaces: ['berlin'],
      controllers: ['animal'],
      webhooks: { certificate: { secret: 'tls' } },
    });
    expect(addresses(limited).filter((address) => /^ClusterRole/.test(address))).toEqual([]);
  });
});
