import { X509Certificate } from 'node:crypto';

import {
  fault,
  integer,
  list,
  namespaceName,
  object,
  objectName,
  oneOf,
  type Shape,
  isRecord,
} from '../../shape/index.ts';

/** Certificates only: a private key beside them would be published. */
const authorities: Shape = {
  schema: { type: 'string' },
  faults(value, at) {
    const blocks = typeof value === 'string' ? value.trim().split(/(?<=-----END [A-Z0-9 ]+-----)\s+/) : [];
    if (blocks.length > 0 && blocks.every(isCertificate)) return [];
    const expected = 'certificates as PEM ("-----BEGIN CERTIFICATE-----", ...), and nothing else';
    // Not all of the value, as it may be a key.
    return [fault(at, expected, typeof value === 'string' ? value.slice(0, 27) : value)];
  },
};

const certManager = object({ issuer: object({ name: objectName }, { kind: oneOf('Issuer', 'ClusterIssuer') }) });

const mounted = object({ secret: objectName }, { authorities });

/** One of the two sources. */
const certificate: Shape = {
  schema: { anyOf: [certManager.schema, mounted.schema] },
  faults(value, at) {
    const sources = isRecord(value) ? ['issuer', 'secret'].filter((key) => key in value) : [];
    if (sources.length === 1) return (sources[0] === 'issuer' ? certManager : mounted).faults(value, at);
    const expected = 'an object with issuer, for cert-manager, or with secret, for a certificate that others write';
    return [fault(at, sources.length === 2 || isRecord(value) ? `${expected}, and not both` : expected, value)];
  },
};

/** The options of webhooks, as `OperatorWebhooks` says. */
export const webhooksShape = object(
  {},
  {
    failurePolicy: oneOf('Fail', 'Ignore'),
    timeoutSeconds: integer(1, 30),
    excludedNamespaces: list(namespaceName),
    certificate,
  },
);

function isCertificate(block: string): boolean {
  if (!/^-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----$/.test(block)) return false;
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}
