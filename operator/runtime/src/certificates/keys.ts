import { createPrivateKey, KeyObject, type webcrypto } from 'node:crypto';

export type KeyPairHandle = webcrypto.CryptoKeyPair;

/** The algorithm of every generated key. */
export const signing = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export async function generateKeys(): Promise<KeyPairHandle> {
  return crypto.subtle.generateKey(signing, true, ['sign', 'verify']);
}

/** Exports a private key as PKCS #8, which every Kubernetes component can read. */
export async function exportPrivateKey(key: webcrypto.CryptoKey): Promise<string> {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Exports a public key as PKIX PEM, as `--service-account-key-file` of the API server needs it. */
export function exportPublicKey(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({ type: 'spki', format: 'pem' }).toString();
}

/** Imports a private key that `exportPrivateKey` has exported. */
export async function importPrivateKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return crypto.subtle.importKey('pkcs8', new Uint8Array(der), signing, true, ['sign']);
}
