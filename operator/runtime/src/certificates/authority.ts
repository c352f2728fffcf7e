import 'reflect-metadata'; // @peculiar/x509 requires that it is loaded first

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
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

import type { Clock } from '../base/index.ts';
import { generateKeys, type KeyPairHandle, privateKeyPem, signing } from './keys.ts';

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

export interface Leaf {
  readonly commonName: string;
  /** Kubernetes reads these as the user's groups. @default - none */
  readonly organizations?: readonly string[];
  readonly usages: readonly ('server' | 'client')[];
  /** Names and addresses that a server answers to. @default - none */
  readonly hosts?: readonly Host[];
}

export type Host = Readonly<{ type: 'dns' | 'ip'; value: string }>;

/** A certificate authority that this process creates, ECDSA P-256 throughout. */
export interface Authority extends KeyPair {
  /** Issues a certificate that is valid for as long as the authority's own. */
  issue(leaf: Leaf): Promise<KeyPair>;
}

export interface AuthorityOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly validDays: number;
}

/** Makes a new authority. */
export async function createAuthority(commonName: string, options: AuthorityOptions): Promise<Authority> {
  const valid = validity(options);
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
    key: await privateKeyPem(keys.privateKey),
    issue: (leaf) => issue(leaf, { certificate, keys, valid }),
  };
}

interface Issuer {
  readonly certificate: X509Certificate;
  readonly keys: KeyPairHandle;
  readonly valid: Validity;
}

async function issue(leaf: Leaf, issuer: Issuer): Promise<KeyPair> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [leaf.commonName] }, ...(leaf.organizations ?? []).map((name) => ({ O: [name] }))],
    issuer: issuer.certificate.subject,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    ...issuer.valid,
    signingAlgorithm: signing,
    extensions: await extensionsOf(leaf, keys, issuer.keys),
  });
  return { certificate: certificate.toString('pem'), key: await privateKeyPem(keys.privateKey) };
}

async function extensionsOf(leaf: Leaf, keys: KeyPairHandle, issuerKeys: KeyPairHandle): Promise<Extension[]> {
  const usages = leaf.usages.map((usage) =>
    usage === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth,
  );
  const hosts: JsonGeneralName[] = [...(leaf.hosts ?? [])];
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension(usages),
    await SubjectKeyIdentifierExtension.create(keys.publicKey),
    await AuthorityKeyIdentifierExtension.create(issuerKeys.publicKey),
    ...(hosts.length > 0 ? [new SubjectAlternativeNameExtension(hosts)] : []),
  ];
}

interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const dayMs = 86_400_000;

/** Valid from a minute ago, because two clocks that read the same time may still differ by rounding. */
function validity({ clock, validDays }: AuthorityOptions): Validity {
  const now = clock.now();
  return { notBefore: new Date(now - 60_000), notAfter: new Date(now + validDays * dayMs) };
}
