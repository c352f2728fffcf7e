import { rootCertificates } from 'node:tls';

import { describe, expect, it } from 'vitest';
import { validateValue as findErrors, type OperatorWebhooks, operatorWebhooksGroup } from './index.ts';
import { orFalse } from './schema.ts';

const listErrors = (options: unknown): string[] =>
  findErrors(orFalse(operatorWebhooksGroup), options, 'webhooks').map(({ text }) => text);

const pem = rootCertificates[0]!;
const others = rootCertificates.slice(1, 3).join('\n');

describe('the options of webhooks', () => {
  it.each<OperatorWebhooks>([
    {},
    { failurePolicy: 'Ignore', timeoutSeconds: 1, excludedNamespaces: [] },
    { failurePolicy: 'Fail', timeoutSeconds: 30, excludedNamespaces: ['berlin', 'zoo-2'] },
    { certificate: { issuer: { name: 'ca.zoo.example', kind: 'ClusterIssuer' } } },
    { certificate: { secret: 'zoo.tls' } },
    { certificate: { folder: '/run/tls' } },
    { certificate: { folder: '/run/tls', authorities: pem } },
    { certificate: { secret: 'zoo-tls', authorities: pem } },
    { certificate: { secret: 'zoo-tls', authorities: `${pem}\n\n${others}\n` } },
    { certificate: { secret: 'zoo-tls', authorities: pem.replaceAll('\n', '\r\n') } },
  ])('are accepted: %#', (options) => {
    expect(listErrors(options)).toEqual([]);
  });

  it('are accepted if undefined', () => {
    const options = { failurePolicy: undefined, timeoutSeconds: undefined, certificate: undefined, other: undefined };
    expect(listErrors(options)).toEqual([]);
  });

  it.each<[options: unknown, message: string]>([
    [{ timeoutSeconds: 0 }, 'webhooks.timeoutSeconds must be a whole number from 1 to 30, but is 0'],
    [{ timeoutSeconds: 31 }, 'webhooks.timeoutSeconds must be a whole number from 1 to 30, but is 31'],
    [{ excludedNamespaces: 'berlin' }, 'webhooks.excludedNamespaces must be a list, but is "berlin"'],
    [
      { excludedNamespaces: ['berlin', 'Prague'] },
      'webhooks.excludedNamespaces[1] must be the name of a namespace (lower-case letters, digits and "-", at most 63), but is "Prague"',
    ],
    [
      { certificate: 'zoo-tls' },
      'webhooks.certificate must be an object with issuer, for cert-manager, or with secret or folder, for an external certificate, and only one of them, but is "zoo-tls"',
    ],
    [{ certificate: null }, 'webhooks.certificate must be an object with issuer, for cert-manager, or with secret'],
    [{ certificate: {} }, 'for an external certificate, and only one of them, but is {}'],
    [
      { certificate: { secret: 'zoo-tls', issuer: { name: 'ca' } } },
      'for an external certificate, and only one of them, but is {"secret":"zoo-tls","issuer":{"name":"ca"}}',
    ],
    [{ certificate: { secret: 'Zoo' } }, 'webhooks.certificate.secret must be the name of an object'],
    [
      { certificate: { secret: 'zoo', ca: pem } },
      'webhooks.certificate.ca is unknown: the known fields are secret, authorities',
    ],
    [{ certificate: { issuer: 'ca' } }, 'webhooks.certificate.issuer must be an object, but is "ca"'],
    [{ certificate: { issuer: {} } }, 'webhooks.certificate.issuer.name must be the name of an object'],
    [
      { certificate: { issuer: { name: 'ca', kind: 'clusterissuer' } } },
      'webhooks.certificate.issuer.kind must be one of "Issuer", "ClusterIssuer", but is "clusterissuer"',
    ],
    [
      { certificate: { issuer: { name: 'ca', group: 'x' } } },
      'webhooks.certificate.issuer.group is unknown: the known fields are name, kind',
    ],
    [
      { certificate: { issuer: { name: 'ca' }, authorities: pem } },
      'webhooks.certificate.authorities is unknown: the known fields are issuer',
    ],
  ])('are rejected: %j', (options, message) => {
    expect(listErrors(options)).toEqual([expect.stringContaining(message)]);
  });

  it.each<[what: string, authorities: unknown]>([
    ['no text', 7],
    ['an empty text', ''],
    ['base64 without its frame', Buffer.from(pem).toString('base64')],
    ['a certificate that is cut off', pem.slice(0, -30)],
    ['a certificate of nonsense', '-----BEGIN CERTIFICATE-----\nbm9uc2Vuc2U=\n-----END CERTIFICATE-----'],
    ['a key', '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n'],
    ['a key beside a certificate', `${pem}\n-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n`],
  ])('are rejected for authorities that are %s, and do not print a key', (_, authorities) => {
    const options = { certificate: { secret: 'zoo-tls', authorities } } as OperatorWebhooks;
    const message =
      'webhooks.certificate.authorities must be PEM certificates ("-----BEGIN CERTIFICATE-----", ...), and nothing else, but is ';
    expect(listErrors(options)).toEqual([expect.stringContaining(message)]);
    expect(listErrors(options).join()).not.toContain('c2VjcmV0');
  });
});
