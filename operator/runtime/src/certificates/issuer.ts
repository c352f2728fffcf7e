import type { Clock } from '../base/index.ts';
import { createAuthority, getExpiry, type Host, type KeyPair, loadAuthority } from './authority.ts';
import type { Issued, Issuer } from './rotation.ts';

export interface IssuerOptions {
  /** The name of the authorities, for people. */
  readonly commonName: string;
  /** The names of the server. */
  readonly hosts: readonly Host[];
  readonly clock: Pick<Clock, 'now'>;
}

const dayMs = 86_400_000;

/**
 * Makes the certificates of a server. Loading the certificate library takes 100 ms, so import this file only where it
 * is needed.
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

/** Certificates end with a whole second: somewhat earlier than was asked for. */
function toIssued({ certificate, key }: KeyPair): Issued {
  return { certificate, key, notAfterMs: getExpiry(certificate) };
}

/** Longer than any process lives; nobody can check it anyway. */
const validDays = 3650;

/**
 * A new self-signed certificate: it encrypts the connection, but does not prove who answers. Loading the certificate
 * library takes 100 ms, so import this file only where it is needed.
 */
export async function createSelfSigned(hosts: readonly Host[], clock: Pick<Clock, 'now'>): Promise<KeyPair> {
  const authority = await createAuthority('self-signed', { clock, validDays });
  return authority.issue({ commonName: hosts[0]?.value ?? 'localhost', usages: ['server'], hosts });
}
