import { rootCertificates } from 'node:tls';

import { describe, expect, it } from 'vitest';

import { listConfigurations, synthGuardedZoo } from '../testing/guarded-zoo.ts';
import { listAddresses, type Synthesized, getObject, getPodTemplate, getContainer } from '../testing/synth-objects.ts';
import { zooWithWebhooks } from '../testing/zoo.ts';
import type { OperatorProps } from '../options/index.ts';

/** The objects for the certificate that the operator makes. */
const listCertificateObjects = (objects: readonly Synthesized[]): string[] =>
  listAddresses(objects).filter((address) => /^(Secret|(Cluster)?Role(Binding)?) .*-webhooks/.test(address));

/** Named namespaces, and only namespaced kinds. */
const limited: OperatorProps = {
  namespaces: ['berlin', 'prague'],
  controllers: ['animal'],
  declaration: { ...zooWithWebhooks, webhooks: zooWithWebhooks.webhooks.slice(0, 2) },
};

function expectMounted(objects: readonly Synthesized[], secretName: string): void {
  const container = getContainer(objects);
  expect(getPodTemplate(objects).spec.volumes).toContainEqual({ name: 'webhook-certificate', secret: { secretName } });
  expect(container.volumeMounts).toContainEqual({
    name: 'webhook-certificate',
    mountPath: '/etc/webhook-certificate',
    readOnly: true,
  });
  expect(container.env).toContainEqual({ name: 'WEBHOOK_CERT_DIR', value: '/etc/webhook-certificate' });
}

describe('a certificate that the operator makes', () => {
  it('is not mounted, and sets no caBundle', () => {
    expect(getPodTemplate(synthGuardedZoo()).spec.volumes?.map(({ name }) => name)).toEqual(['tmp']);
    expect(listCertificateObjects(synthGuardedZoo())).toHaveLength(5);
    expect(JSON.stringify(synthGuardedZoo())).not.toMatch(/caBundle|CERT_DIR|cert-manager/);
  });
});

describe('a certificate of cert-manager', () => {
  const issuer = { name: 'ca' };
  const objects = synthGuardedZoo({ webhooks: { certificate: { issuer } } });

  it('is an object in the namespace of the operator, with the DNS names of the Service', () => {
    expect(getObject('Certificate', objects)).toEqual({
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: {
        name: 'zoo-webhooks-certificate',
        namespace: 'system',
        labels: getObject('Deployment', objects).metadata.labels,
      },
      spec: {
        secretName: 'zoo-webhooks-certificate',
        dnsNames: ['zoo-webhooks.system.svc', 'zoo-webhooks.system.svc.cluster.local'],
        issuerRef: { group: 'cert-manager.io', kind: 'Issuer', name: 'ca' },
      },
    });
  });

  it('can come from a ClusterIssuer', () => {
    const certificate = { issuer: { name: 'ca', kind: 'ClusterIssuer' } } as const;
    expect(getObject('Certificate', synthGuardedZoo({ webhooks: { certificate } }))['spec']).toMatchObject({
      issuerRef: { kind: 'ClusterIssuer', name: 'ca' },
    });
  });

  it('is injected into each configuration', () => {
    for (const { configuration, webhook } of listConfigurations(objects)) {
      const { metadata } = configuration;
      expect(metadata.annotations).toEqual({ 'cert-manager.io/inject-ca-from': 'system/zoo-webhooks-certificate' });
      expect(JSON.stringify(webhook)).not.toContain('caBundle');
    }
  });

  it('is mounted, and the objects for a certificate of the operator are absent', () => {
    expectMounted(objects, 'zoo-webhooks-certificate');
    expect(listCertificateObjects(objects)).toEqual([]);
  });
});

describe('an external certificate', () => {
  const authorities = rootCertificates.slice(0, 2).join('\n');

  it.each<[what: string, props: OperatorProps, caBundle: string | undefined]>([
    ['without authorities', { webhooks: { certificate: { secret: 'zoo-tls' } } }, undefined],
    [
      'with authorities',
      { webhooks: { certificate: { secret: 'zoo-tls', authorities } } },
      Buffer.from(authorities).toString('base64'),
    ],
  ])('is mounted, %s in each configuration', (_, props, caBundle) => {
    const objects = synthGuardedZoo(props);
    expectMounted(objects, 'zoo-tls');
    expect(listCertificateObjects(objects)).toEqual([]);
    for (const { configuration, webhook } of listConfigurations(objects)) {
      const { metadata } = configuration;
      expect(webhook.clientConfig.caBundle).toBe(caBundle);
      expect(metadata).not.toHaveProperty('annotations');
    }
  });

  it('lets an operator of named namespaces serve webhooks there without any ClusterRole', () => {
    const objects = synthGuardedZoo({ ...limited, webhooks: { certificate: { secret: 'zoo-tls' } } });
    expectMounted(objects, 'zoo-tls');
    expect(objects.some(({ kind }) => kind.startsWith('ClusterRole'))).toBe(false);
    for (const { webhook } of listConfigurations(objects)) {
      expect(webhook.namespaceSelector?.matchExpressions).toEqual([
        { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system', 'system'] },
        { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['berlin', 'prague'] },
      ]);
    }
  });
});

describe('webhooks in named namespaces', () => {
  it.each([{}, { failurePolicy: 'Ignore' as const }])('throw without an external certificate: %j', (webhooks) => {
    expect(() => synthGuardedZoo({ ...limited, webhooks })).toThrow(
      'webhooks need an external certificate if namespaces is set: the operator could not set caBundle ' +
        'without a ClusterRole. Set webhooks.certificate, or set webhooks to false',
    );
  });

  it("throw if every namespace is excluded from webhooks, such as the operator's own", () => {
    const webhooks = { certificate: { secret: 'zoo-tls' }, excludedNamespaces: ['berlin'] };
    expect(() => synthGuardedZoo({ ...limited, namespaces: ['system', 'berlin'], webhooks })).toThrow(
      'webhooks would check nothing: API servers do not call them for system, berlin, because these namespaces are excluded: berlin, kube-system, system. ' +
        'Run the operator in another namespace, or set webhooks to false',
    );
    expect(() => synthGuardedZoo({ ...limited, namespaces: ['system', 'prague'], webhooks })).not.toThrow();
  });

  it('throw for a cluster-scoped kind', () => {
    const props = { ...limited, declaration: zooWithWebhooks, webhooks: { certificate: { secret: 'zoo-tls' } } };
    expect(() => synthGuardedZoo(props)).toThrow(
      'the webhook park cannot be limited to namespaces: Park is cluster-scoped. Remove namespaces, or set webhooks to false',
    );
  });
});
