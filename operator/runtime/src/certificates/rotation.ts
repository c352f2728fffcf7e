import { createPrivateKey, X509Certificate } from 'node:crypto';

import { OperatorError } from '../base/index.ts';
import type { KeyPair } from './authority.ts';

/** A certificate with its key and its expiry in milliseconds since 1970. */
export interface Issued extends KeyPair {
  readonly notAfterMs: number;
}

/** An authority that clients trust in addition to the current one. */
export interface OtherAuthority extends Issued {
  /**
   * `next`: becomes the issuing authority once every client trusts it. `last`: the former issuing authority; replicas
   * may still serve its certificates.
   */
  readonly role: 'next' | 'last';
  /** When this authority got its role, in milliseconds since 1970. */
  readonly sinceMs: number;
}

/** The certificates of a server that has its own certificate authorities. */
export interface Certificates {
  /** The authority that issued `serving`. */
  readonly authority: Issued;
  readonly other?: OtherAuthority;
  readonly serving: Issued;
}

/** Validity and waiting times of the certificates, in milliseconds. */
export interface Lifetimes {
  readonly authorityMs: number;
  readonly servingMs: number;
  /** Upper limit of the time until all clients trust, and all replicas serve, new certificates. */
  readonly settleMs: number;
}

export interface Issuer {
  authority(notAfterMs: number): Promise<Issued>;
  serving(authority: Issued, notAfterMs: number): Promise<Issued>;
}

/** Validates lifetimes. Errors: `SETTINGS_INVALID` if they leave no time for a rotation. */
export function checkLifetimes({ authorityMs, servingMs, settleMs }: Lifetimes): void {
  const hint =
    servingMs < 6 * settleMs
      ? 'the certificate lifetime must be at least six times the settle time'
      : authorityMs < 3 * (servingMs + 2 * settleMs)
        ? 'the CA lifetime must be at least three times the sum of the certificate lifetime and two settle times'
        : undefined;
  if (hint !== undefined) throw new OperatorError('SETTINGS_INVALID', 'rotate certificates', { hint });
}

/**
 * The authorities that clients must trust, as PEM. Each one starts on its own line: otherwise Go reads none of them.
 */
export function buildBundle({ authority, other }: Certificates): string {
  const all = [authority.certificate, ...(other === undefined ? [] : [other.certificate])];
  return all.map((certificate) => `${certificate.trimEnd()}\n`).join('');
}

/**
 * Applies the rotation step that is due at `nowMs`; returns the same object if none is due. Call it at least every
 * `settleMs`. Guarantees, if you publish the result at once: a client that uses the current bundle, or one that was
 * current in the last `settleMs`, trusts every valid certificate that a replica serves.
 */
export async function rotate(
  before: Certificates | undefined,
  { lifetimes, issuer, nowMs }: { readonly lifetimes: Lifetimes; readonly issuer: Issuer; readonly nowMs: number },
): Promise<Certificates> {
  const { authorityMs, servingMs, settleMs } = lifetimes;
  const issue = (authority: Issued): Promise<Issued> => issuer.serving(authority, nowMs + servingMs);
  // Clients cannot verify anything with an expired authority, so a replacement needs no transition.
  if (before === undefined || before.authority.notAfterMs <= nowMs) {
    const authority = await issuer.authority(nowMs + authorityMs);
    return { authority, serving: await issue(authority) };
  }
  const { authority, other, serving } = before;
  // `serving` first: a step of the authority would delay its renewal.
  if (serving.notAfterMs - nowMs < servingMs / 3) return { ...before, serving: await issue(authority) };
  if (other !== undefined && nowMs >= other.sinceMs + settleMs) {
    if (other.role === 'last') return { authority, serving };
    const { role: _role, sinceMs: _sinceMs, ...next } = other;
    const last = { ...authority, role: 'last', sinceMs: nowMs } as const;
    return { authority: next, other: last, serving: await issue(next) };
  }
  if (other === undefined && authority.notAfterMs - nowMs < authorityMs / 3) {
    const next = await issuer.authority(nowMs + authorityMs);
    return { authority, serving, other: { ...next, role: 'next', sinceMs: nowMs } };
  }
  return before;
}

/**
 * Whether stored certificates are consistent: each has its key and its stated expiry, and the authority issued
 * `serving` for `host`.
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
    return undefined; // Ignores a value that is neither a certificate nor a key.
  }
}
