import type { Clock } from '../base/index.ts';
import { createAuthority, getExpiry, type Host, type KeyPair, loadAuthority } from './authority.ts';
import type { Issued, Issuer } from './rotation.ts';

export interface IssuerOptions {
  /** The common name of issued authorities. */
  readonly commonName: string;
  /** The DNS names and IP addresses of the server. */
  readonly hosts: readonly Host[];
  readonly clock: Pick<Clock, 'now'>;
}

const dayMs = 86_400_000;

/**
 * Issues the certificates of a server. Loading the certificate library takes 100 ms: import this file only where
 * necessary.
 */
export function createIssuer({ commonName, hosts, clock }: IssuerOptions): Issuer {
  return {
    async authority(notAfterMs) {
      const validDays = (notAfterMs - clock.now()) / dayMs;
      return toIssued(await createAuthority(commonName, { clock, validDays }));
    },
    async serving(pair, notAfterMs) {
      const authority = await loadAuthority(pair, clock);
      const name = hosts[0]?.value ?? 'localhost';
      return toIssued(await authority.issue({ commonName: name, usages: ['server'], hosts, notAfterMs }));
    },
  };
}

/**
 * Adds the expiry, read from the certificate: certificates store whole seconds, so it is slightly earlier than
 * requested.
 */
function toIssued({ certificate, key }: KeyPair): Issued {
  return { certificate, key, notAfterMs: getExpiry(certificate) };
}

/** Validity of a self-signed certificate: longer than any process runs. Clients cannot verify it anyway. */
const validDays = 3650;

/**
 * A new self-signed certificate: it encrypts the connection, but does not authenticate the server. Loading the
 * certificate library takes 100 ms: import this file only where necessary.
 */
export async function createSelfSigned(hosts: readonly Host[], clock: Pick<Clock, 'now'>): Promise<KeyPair> {
  const authority = await createAuthority('self-signed', { clock, validDays });
  return authority.issue({ commonName: hosts[0]?.value ?? 'localhost', usages: ['server'], hosts });
}
