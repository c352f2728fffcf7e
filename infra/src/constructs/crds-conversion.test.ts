import { rootCertificates } from 'node:tls';

import { describe, expect, it } from 'vitest';
import type { OperatorEnvironment } from '../options/index.ts';

import type { CustomResourceDefinitionsProps } from '../options/index.ts';
import { listAddresses, type Synthesized, synthObjects, getObject } from '../testing/synth-objects.ts';
import { zoo, zooWithVersions, zooWithWebhooks } from '../testing/zoo.ts';
import { CustomResourceDefinitions } from './crds.ts';
import { Operator } from './operator.ts';

const operator = { namespace: 'zoo-system' };

const synthCrds = (props: CustomResourceDefinitionsProps = { operator }): Synthesized[] =>
  synthObjects(
    (chart) => new CustomResourceDefinitions(chart, 'crds', { declaration: zooWithVersions, ...props }),
    'chart',
  );
const synthInstalled = (environment: Partial<OperatorEnvironment> = {}): Synthesized[] =>
  synthObjects((chart) => {
    const image = { repository: 'registry.zoo.example/zoo' };
    return new Operator(chart, 'operator', {
      declaration: zooWithVersions,
      environment: { namespace: 'zoo-system', image, ...environment },
    });
  }, 'chart');
const getConversion = (definitions: Synthesized[], name = 'animals.zoo.example'): unknown =>
  (getObject('CustomResourceDefinition', definitions, name)['spec'] as { readonly conversion?: unknown }).conversion;

describe('the CRD of a kind that the operator converts', () => {
  it('names the conversion webhook, and omits caBundle, which the operator sets', () => {
    const clientConfig = {
      service: { namespace: 'zoo-system', name: 'zoo-webhooks', path: '/convert/animal', port: 443 },
    };
    const webhook = { conversionReviewVersions: ['v1'], clientConfig };
    expect(getConversion(synthCrds())).toEqual({ strategy: 'Webhook', webhook });
    expect(JSON.stringify(synthCrds())).not.toContain('caBundle');
  });

  it('does not change other CRDs', () => {
    expect(getConversion(synthCrds(), 'parks.zoo.example')).toBeUndefined();
    expect(getConversion(synthCrds({ declaration: zoo, operator }))).toBeUndefined();
    expect(getConversion(synthCrds({ declaration: zooWithWebhooks, operator }))).toBeUndefined();
  });

  it('names the installation', () => {
    const annex = synthCrds({ operator: { ...operator, name: 'annex' } });
    expect(getConversion(annex)).toMatchObject({ webhook: { clientConfig: { service: { name: 'annex-webhooks' } } } });
  });

  it('has the annotation by which cert-manager sets caBundle, and its own annotations', () => {
    const webhooks = { certificate: { issuer: { name: 'ca' } } };
    const definitions = synthCrds({ operator: { ...operator, webhooks } });
    expect(
      getObject('CustomResourceDefinition', definitions, 'animals.zoo.example').metadata.annotations,
    ).toMatchObject({
      'zoo.example/generated': 'true',
      'cert-manager.io/inject-ca-from': 'zoo-system/zoo-webhooks-certificate',
    });
    expect(JSON.stringify(getObject('CustomResourceDefinition', definitions, 'parks.zoo.example'))).not.toContain(
      'inject-ca',
    );
  });

  it('has the CA of an external certificate as caBundle', () => {
    const [authorities = ''] = rootCertificates;
    const webhooks = { certificate: { secret: 'tls', authorities } };
    expect(getConversion(synthCrds({ operator: { ...operator, webhooks } }))).toMatchObject({
      webhook: { clientConfig: { caBundle: Buffer.from(authorities).toString('base64') } },
    });
  });

  it('throws if no converter is given, and if the operator cannot convert', () => {
    expect(() => synthCrds({})).toThrow(
      'Animal has several versions, which the operator converts: pass operator, or pass environment to the chart',
    );
    for (const none of [{ webhooks: false as const }, { namespaces: ['berlin'] }]) {
      expect(() => synthCrds({ operator: { ...operator, ...none } })).toThrow(
        'Animal has several versions, which only webhooks can convert: remove webhooks: false, or if ' +
          'namespaces is set, set webhooks.certificate',
      );
    }
  });

  it('is converted cluster-wide, even if the operator serves only its own or named namespaces', () => {
    const webhooks = { certificate: { secret: 'tls' } };
    for (const namespaces of [['berlin'], ['zoo-system']]) {
      const definitions = synthCrds({ operator: { ...operator, namespaces, webhooks } });
      expect(getConversion(definitions)).toMatchObject({ strategy: 'Webhook' });
    }
  });
});

describe('an operator that converts and has no other webhooks', () => {
  it('has a Service, a certificate and permission to update the CRD, and no configurations', () => {
    expect(listAddresses(synthInstalled()).filter((address) => /webhook|conversions/i.test(address))).toEqual([
      'Role zoo-system/zoo-webhooks',
      'RoleBinding zoo-system/zoo-webhooks',
      'ClusterRole -/zoo-conversions',
      'ClusterRoleBinding -/zoo-conversions',
      'Service zoo-system/zoo-webhooks',
      'NetworkPolicy zoo-system/zoo-webhooks',
      'Secret zoo-system/zoo-webhooks',
    ]);
  });
});
