import type { Clock } from '../base/index.ts';
import { createAuthority, type Host, type KeyPair } from './authority.ts';

/** Longer than any process lives; nobody can check it anyway. */
const validDays = 3650;

/**
 * A new self-signed certificate: it keeps a connection from being read on its way, but does not say who
 * answers. Costs the loading of a certificate library, 100 ms, so import this file where it is needed.
 */
export async function selfSigned(hosts: readonly Host[], clock: Pick<Clock, 'now'>): Promise<KeyPair> {
  const authority = await createAuthority('self-signed', { clock, validDays });
  return authority.issue({ commonName: hosts[0]?.value ?? 'localhost', usages: ['server'], hosts });
}
