import { createPrivateKey, X509Certificate } from 'node:crypto';

import type { Certificates, Issued } from './rotation.ts';

/**
 * Whether certificates that were stored are what they say: each has its key and ends when it says, and the authority
 * has issued `serving` for `host`.
 */
export function areSound({ authority, other, serving }: Certificates, host: string): boolean {
  const issuer = tryRead(authority);
  const served = tryRead(serving);
  if (issuer === undefined || served === undefined) return false;
  if (other !== undefined && tryRead(other)?.ca !== true) return false;
  return issuer.ca && served.verify(issuer.publicKey) && served.checkHost(host) !== undefined;
}

function tryRead({ certificate, key, notAfterMs }: Issued): X509Certificate | undefined {
  try {
    const read = new X509Certificate(certificate);
    const fits = read.checkPrivateKey(createPrivateKey(key)) && Date.parse(read.validTo) === notAfterMs;
    return fits ? read : undefined;
  } catch {
    return undefined; // it is no certificate, or no key
  }
}
