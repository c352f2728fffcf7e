import { createPrivateKey, X509Certificate } from 'node:crypto';

import { OperatorError } from '../base/index.ts';
import type { KeyPair } from './authority.ts';

/** A certificate with its key, and until when it is valid, in milliseconds since the epoch. */
export interface Issued extends KeyPair {
  readonly notAfterMs: number;
}

/** An authority that is trusted beside the one that issues. */
export interface OtherAuthority extends Issued {
  /** `next`: is to issue once everybody trusts it. `last`: has issued what some may still serve. */
  readonly role: 'next' | 'last';
  /** Since when it is published, in milliseconds since the epoch. */
  readonly sinceMs: number;
}

/** The certificates of a server whose clients trust authorities of its own. */
export interface Certificates {
  /** Issues `serving`. */
  readonly authority: Issued;
  readonly other?: OtherAuthority;
  readonly serving: Issued;
}

/** In milliseconds. */
export interface Lifetimes {
  readonly authorityMs: number;
  readonly servingMs: number;
  /** How long it takes at most until a client trusts, and a replica serves, what is new. */
  readonly settleMs: number;
}

/** Makes certificates. */
export interface Issuer {
  authority(notAfterMs: number): Promise<Issued>;
  serving(authority: Issued, notAfterMs: number): Promise<Issued>;
}

/** Errors: `SETTINGS_INVALID` for lifetimes that leave no time to change in. */
export function checkLifetimes({ authorityMs, servingMs, settleMs }: Lifetimes): void {
  const hint =
    servingMs < 6 * settleMs
      ? 'a serving certificate has to live six times as long as it takes to settle'
      : authorityMs < 3 * (servingMs + 2 * settleMs)
        ? 'an authority has to live three times as long as a certificate that it issues, and longer'
        : undefined;
  if (hint !== undefined) throw new OperatorError('SETTINGS_INVALID', 'rotate certificates', { hint });
}

/** Which authorities a client has to trust now, as PEM: each begins on a line of its own, or Go reads none of them. */
export function buildBundle({ authority, other }: Certificates): string {
  const all = [authority.certificate, ...(other === undefined ? [] : [other.certificate])];
  return all.map((certificate) => `${certificate.trimEnd()}\n`).join('');
}

/**
 * The certificates after the step that is due at `nowMs`; the same object if none is. To be called every `settleMs` at
 * least.
 *
 * Guarantees, if what is returned is published at once: whoever trusts what was published last, or up to `settleMs`
 * before, trusts whatever a replica serves by the same rule, and that is still valid.
 */
export async function rotate(
  before: Certificates | undefined,
  { lifetimes, issuer, nowMs }: { readonly lifetimes: Lifetimes; readonly issuer: Issuer; readonly nowMs: number },
): Promise<Certificates> {
  const { authorityMs, servingMs, settleMs } = lifetimes;
  const issue = (authority: Issued): Promise<Issued> => issuer.serving(authority, nowMs + servingMs);
  // Whoever trusts an authority that has ended trusts nobody: there is nothing to change gently.
  if (before === undefined || before.authority.notAfterMs <= nowMs) {
    const authority = await issuer.authority(nowMs + authorityMs);
    return { authority, serving: await issue(authority) };
  }
  const { authority, other, serving } = before;
  // First, because a step of the authority would put it off.
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
