import { readFile, rename, writeFile } from 'node:fs/promises';

import type { ClientName, Pki } from './pki.ts';

export interface KubeconfigOptions {
  readonly pki: Pki;
  readonly client: ClientName;
  /** URL of the API server. */
  readonly server: string;
}

/** Writes a kubeconfig that needs no other file; mode 0600, as it holds a private key. */
export async function writeKubeconfig(path: string, { pki, client, server }: KubeconfigOptions): Promise<void> {
  const [ca, certificate, key] = await Promise.all(
    [pki.ca.certificate, pki.clients[client].certificate, pki.clients[client].key].map(readBase64),
  );
  const name = 'kubewright';
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, 'certificate-authority-data': ca } }],
    users: [{ name: client, user: { 'client-certificate-data': certificate, 'client-key-data': key } }],
    contexts: [{ name, context: { cluster: name, user: client } }],
    'current-context': name,
  };
  // Renamed into place: a reader while a kept control plane starts again sees either the old or the new file.
  await writeFile(`${path}.new`, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function readBase64(path: string): Promise<string> {
  return readFile(path, 'base64');
}
