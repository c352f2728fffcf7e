import { X509Certificate } from 'node:crypto';

import { namespaceName, objectName } from './values.ts';
import { either, group, integer, list, needed, oneOf, option, text, withType, value } from './schema.ts';

/** Certificates only: a private key next to them would be published. */
const authorities = withType(
  value(
    'PEM certificates ("-----BEGIN CERTIFICATE-----", ...), and nothing else',
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

const authoritiesMeaning =
  'Certificates of the CAs that signed the webhook certificate, in PEM: the `caBundle` of the configurations.';

export const certManagerIssuer = group(
  'CertManagerIssuer',
  'A cert-manager object that issues certificates. It must exist.',
  {
    name: needed(objectName, 'The name of the Issuer or ClusterIssuer.'),
    kind: option(oneOf('Issuer', 'ClusterIssuer'), "An Issuer is in the operator's namespace.", "'Issuer'"),
  },
);

export const certManagerCertificate = group(
  'CertManagerCertificate',
  'A certificate that cert-manager issues. The CA injector of cert-manager also sets `caBundle`.',
  {
    issuer: needed(
      certManagerIssuer,
      'The issuer. It must write `ca.crt` to the Secret of the certificate, because the injector reads it.',
    ),
  },
);

export const mountedCertificate = group('MountedCertificate', 'A certificate in a Secret that you provide.', {
  secret: needed(
    objectName,
    "Name of a Secret in the operator's namespace with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`. " +
      'The operator reloads it. The Pods do not start before it exists.',
  ),
  authorities: option(authorities, authoritiesMeaning, '- you set `caBundle` in the objects yourself'),
});

export const certificateFolder = group(
  'CertificateFolder',
  'A certificate in a folder of the Pods, from `pod.volumes` or a tool that adds it to the Pods.',
  {
    folder: needed(
      text('an absolute path', /^\/[^:]*$/),
      'Absolute path of the folder with `tls.crt` and `tls.key` for `<name>-webhooks.<namespace>.svc`. The ' +
        'operator reloads them.',
    ),
    authorities: option(authorities, authoritiesMeaning, '- you set `caBundle` in the objects yourself'),
  },
);

export const operatorWebhooks = group('OperatorWebhooks', "How API servers call the operator's webhooks.", {
  failurePolicy: option(
    oneOf('Fail', 'Ignore'),
    'While the operator does not respond, `Fail` rejects a write and `Ignore` stores it unchecked.',
    "'Fail'",
  ),
  timeoutSeconds: option(integer(1, 30), 'Seconds that an API server waits for a response, from 1 to 30.', '10'),
  excludedNamespaces: option(
    list(namespaceName),
    "Namespaces without webhooks, in addition to kube-system and the operator's. Include those of components without " +
      'which the operator cannot start.',
    '- none',
  ),
  certificate: option(
    either(
      'an object with issuer, for cert-manager, or with secret or folder, for an external certificate, ' +
        'and only one of them',
      ...[certManagerCertificate, mountedCertificate, certificateFolder],
    ),
    'The source of the webhook certificate.',
    '- the operator issues and renews it',
  ),
});
