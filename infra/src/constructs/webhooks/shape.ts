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
  text,
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

const inFolder = object({ folder: text('an absolute path', /^\/[^:]*$/) }, { authorities });

/** By the property that each source alone has. */
const sources = { issuer: certManager, secret: mounted, folder: inFolder } as const;

/** One of the sources. */
const certificate: Shape = {
  schema: { anyOf: Object.values(sources).map(({ schema }) => schema) },
  faults(value, at) {
    const given = isRecord(value) ? Object.entries(sources).filter(([key]) => key in value) : [];
    const [only] = given;
    if (only !== undefined && given.length === 1) return only[1].faults(value, at);
    const expected =
      'an object with issuer, for cert-manager, or with secret or folder, for a certificate that others write';
    return [fault(at, isRecord(value) ? `${expected}, and only one of them` : expected, value)];
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
