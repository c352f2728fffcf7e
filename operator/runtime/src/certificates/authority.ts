import 'reflect-metadata'; // @peculiar/x509 requires this import before its own

import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

import type { Clock } from '../base/index.ts';
import { generateKeys, importPrivateKey, type KeyPairHandle, exportPrivateKey, signing } from './keys.ts';

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

export interface Leaf {
  readonly commonName: string;
  /** Organizations of the subject, which Kubernetes treats as the user's groups. @default - none */
  readonly organizations?: readonly string[];
  readonly usages: readonly ('server' | 'client')[];
  /** DNS names and IP addresses of a server. @default - none */
  readonly hosts?: readonly Host[];
  /** Expiry in milliseconds since 1970, rounded to seconds. @default - the expiry of the authority */
  readonly notAfterMs?: number;
}

export type Host = Readonly<{ type: 'dns' | 'ip'; value: string }>;

/** A certificate authority that issues certificates in this process. All keys are ECDSA P-256. */
export interface Authority extends KeyPair {
  issue(leaf: Leaf): Promise<KeyPair>;
}

interface AuthorityOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly validDays: number;
}

export async function createAuthority(commonName: string, options: AuthorityOptions): Promise<Authority> {
  const valid = computeValidity(options);
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [commonName] }],
    keys,
    ...valid,
    signingAlgorithm: signing,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign | KeyUsageFlags.digitalSignature, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    certificate: certificate.toString('pem'),
    key: await exportPrivateKey(keys.privateKey),
    issue: (leaf) => issue(leaf, { certificate, key: keys.privateKey, notBefore: valid.notBefore }),
  };
}

/** Loads an existing authority, which another process may have created. */
export async function loadAuthority(pair: KeyPair, clock: AuthorityOptions['clock']): Promise<Authority> {
  const certificate = new X509Certificate(pair.certificate);
  const key = await importPrivateKey(pair.key);
  return { ...pair, issue: (leaf) => issue(leaf, { certificate, key, notBefore: notBefore(clock) }) };
}

/** The expiry of a certificate, in milliseconds since 1970. */
export function getExpiry(certificate: string): number {
  return new X509Certificate(certificate).notAfter.getTime();
}

interface Issuer {
  readonly certificate: X509Certificate;
  readonly key: KeyPairHandle['privateKey'];
  readonly notBefore: Date;
}

async function issue(leaf: Leaf, issuer: Issuer): Promise<KeyPair> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [leaf.commonName] }, ...(leaf.organizations ?? []).map((name) => ({ O: [name] }))],
    issuer: issuer.certificate.subject,
    publicKey: keys.publicKey,
    signingKey: issuer.key,
    notBefore: issuer.notBefore,
    notAfter: leaf.notAfterMs === undefined ? issuer.certificate.notAfter : new Date(leaf.notAfterMs),
    signingAlgorithm: signing,
    extensions: await buildExtensions(leaf, keys, issuer.certificate),
  });
  return { certificate: certificate.toString('pem'), key: await exportPrivateKey(keys.privateKey) };
}

async function buildExtensions(leaf: Leaf, keys: KeyPairHandle, issuer: X509Certificate): Promise<Extension[]> {
  const usages = leaf.usages.map((usage) =>
    usage === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth,
  );
  const hosts: JsonGeneralName[] = [...(leaf.hosts ?? [])];
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension(usages),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
    await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ...(hosts.length > 0 ? [new SubjectAlternativeNameExtension(hosts)] : []),
  ];
}

interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

function computeValidity({ clock, validDays }: AuthorityOptions): Validity {
  return { notBefore: notBefore(clock), notAfter: new Date(clock.now() + validDays * dayMs) };
}

/** The start of validity: an hour ago, because the clocks of machines differ. */
function notBefore(clock: AuthorityOptions['clock']): Date {
  return new Date(clock.now() - hourMs);
}
