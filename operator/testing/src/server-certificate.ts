import { isIP } from 'node:net';

import { systemClock } from '@kubewright/runtime/internal/base';
import { createAuthority } from '@kubewright/runtime/internal/certificates/authority';

/** A certificate of a server with its key and its authority, all PEM. */
export interface ServerCertificate {
  readonly certificate: string;
  readonly key: string;
  /** The certificate authority that clients have to trust; encoded as base64, it is the `caBundle` of a webhook. */
  readonly authority: string;
}

const validDays = 365;

/**
 * Creates a certificate for a server in tests or development, such as a webhook with `clientConfig.url`. Its authority
 * is new, and issues no other certificate.
 * @param hosts DNS names and IP addresses of the server; at least one
 */
export async function createServerCertificate(hosts: readonly [string, ...string[]]): Promise<ServerCertificate> {
  const authority = await createAuthority('kubewright-testing', { clock: systemClock, validDays });
  const { certificate, key } = await authority.issue({
    commonName: hosts[0],
    usages: ['server'],
    hosts: hosts.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
  });
  return { certificate, key, authority: authority.certificate };
}
