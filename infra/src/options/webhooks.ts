import { X509Certificate } from 'node:crypto';

import { namespaceName, objectName } from './values.ts';
import { either, group, integer, list, needed, oneOf, option, text, withType, value } from './schema.ts';

/** Certificates only: a private key next to them would be published. */
const authorities = withType(
  value(
    'certificates as PEM ("-----BEGIN CERTIFICATE-----", ...), and nothing else',
    { json: { type: 'string' }, shown: '-----BEGIN CERTIFICATE-----'.length }, // it may be a key
    (given) => {
      const blocks = typeof given === 'string' ? given.trim().split(/(?<=-----END [A-Z0-9 ]+-----)\s+/) : [];
      return blocks.length > 0 && blocks.every(isCertificate);
    },
  ),
  'string',
);

function isCertificate(block: string): boolean {
  if (!/^-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----$/.test(block)) return false;
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

const authoritiesMeaning = 'Certificates of its authorities, as PEM: the `caBundle` of the configurations.';

export const certManagerIssuer = group(
  'CertManagerIssuer',
  'An object of cert-manager that issues certificates. It must exist.',
  {
    name: needed(objectName, 'The name of the Issuer or ClusterIssuer.'),
    kind: option(oneOf('Issuer', 'ClusterIssuer'), "An Issuer is in the operator's namespace.", "'Issuer'"),
  },
);

export const certManagerCertificate = group(
  'CertManagerCertificate',
  'A certificate that cert-manager writes. Its injector also tells the API servers whom to trust.',
  {
    issuer: needed(
      certManagerIssuer,
      'Who issues it. It needs an authority: the injector takes `ca.crt` from its Secret.',
    ),
  },
);

export const mountedCertificate = group('MountedCertificate', 'A certificate that somebody else writes.', {
  secret: needed(
    objectName,
    "Name of a Secret in the operator's namespace with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`. " +
      'The operator reloads it. The Pods do not start before it exists.',
  ),
  authorities: option(authorities, authoritiesMeaning, '- whoever writes the Secret also sets `caBundle`'),
});

export const certificateFolder = group(
  'CertificateFolder',
  'A certificate in a folder of the Pods, from `pod.volumes` or from whatever adds it to the Pods.',
  {
    folder: needed(
      text('an absolute path', /^\/[^:]*$/),
      'Absolute path of the folder with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`. The ' +
        'operator reloads them.',
    ),
    authorities: option(authorities, authoritiesMeaning, '- whoever writes the certificate also sets `caBundle`'),
  },
);

export const operatorWebhooks = group('OperatorWebhooks', 'How API servers call the operator about writes.', {
  failurePolicy: option(
    oneOf('Fail', 'Ignore'),
    'While the operator does not answer, `Fail` rejects a write and `Ignore` stores it unchecked.',
    "'Fail'",
  ),
  timeoutSeconds: option(integer(1, 30), 'Seconds that an API server waits for an answer, from 1 to 30.', '10'),
  excludedNamespaces: option(
    list(namespaceName),
    "Namespaces without webhooks, in addition to kube-system and the operator's. Name those of what the operator " +
      'needs to start.',
    '- none',
  ),
  certificate: option(
    either(
      'an object with issuer, for cert-manager, or with secret or folder, for a certificate that others write, ' +
        'and only one of them',
      ...[certManagerCertificate, mountedCertificate, certificateFolder],
    ),
    'Where the certificate of the webhooks comes from.',
    '- the operator makes it, and renews it',
  ),
});
