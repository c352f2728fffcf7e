import type { Clock } from '../base/index.ts';
import { createAuthority, type Host, type KeyPair } from './authority.ts';

/** Longer than any process lives; nobody can check it anyway. */
const validDays = 3650;

/**
 * A new self-signed certificate: it encrypts the connection, but does not prove who answers. Loading the certificate
 * library takes 100 ms, so import this file only where it is needed.
 */
export async function selfSigned(hosts: readonly Host[], clock: Pick<Clock, 'now'>): Promise<KeyPair> {
  const authority = await createAuthority('self-signed', { clock, validDays });
  return authority.issue({ commonName: hosts[0]?.value ?? 'localhost', usages: ['server'], hosts });
}
