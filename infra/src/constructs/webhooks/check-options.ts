import { X509Certificate } from 'node:crypto';

import { integer, list, object, oneOf, type Shape, ShapeError, text } from '../../declaration/index.ts';
import type { OperatorWebhooks } from './options.ts';

const namespace = text(
  'the name of a namespace (lower-case letters, digits and "-", at most 63)',
  /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
);
const name = text(
  'the name of an object (lower-case letters, digits, "-" and ".", at most 253)',
  /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
);

const certManager = object(
  { issuer: object({ name }, { optional: { kind: oneOf('Issuer', 'ClusterIssuer') }, closed: true }) },
  { closed: true },
);
const mounted = object({ secret: name }, { optional: { authorities }, closed: true });

const webhooks = object(
  {},
  {
    optional: {
      failurePolicy: oneOf('Fail', 'Ignore'),
      timeoutSeconds: integer(1, 30),
      excludedNamespaces: list(namespace),
      certificate,
    },
    closed: true,
  },
);

/** Pure: the given options. Throws if one is unknown, or has a value that is not allowed: nobody may have checked types. */
export function checkedWebhooks(options: OperatorWebhooks): OperatorWebhooks {
  if (typeof options !== 'object') throw new ShapeError('webhooks', 'an object, or false', options);
  webhooks(options, 'webhooks');
  return options;
}

/** One of the two sources. */
function certificate(value: unknown, at: string): void {
  const isObject = typeof value === 'object' && value !== null;
  const source = isObject ? shapeOf(value) : undefined;
  if (source !== undefined) {
    source(value, at);
    return;
  }
  const expected = 'an object with issuer, for cert-manager, or with secret, for a certificate that others write';
  throw new ShapeError(at, isObject ? `${expected}, and not both` : expected, value);
}

function shapeOf(value: object): Shape | undefined {
  if ('issuer' in value === 'secret' in value) return undefined;
  return 'issuer' in value ? certManager : mounted;
}

/** Certificates only: a private key beside them would be published. */
function authorities(value: unknown, at: string): void {
  const blocks = typeof value === 'string' ? value.trim().split(/(?<=-----END [A-Z0-9 ]+-----)\s+/) : [];
  if (blocks.length > 0 && blocks.every(isCertificate)) return;
  const expected = 'certificates as PEM ("-----BEGIN CERTIFICATE-----", ...), and nothing else';
  // Not all of the value, as it may be a key.
  throw new ShapeError(at, expected, typeof value === 'string' ? value.slice(0, 27) : value);
}

function isCertificate(block: string): boolean {
  if (!/^-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----$/.test(block)) return false;
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}
