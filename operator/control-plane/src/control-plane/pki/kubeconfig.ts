import { readFile, rename, writeFile } from 'node:fs/promises';

import type { ClientName, Pki } from './pki.ts';

export interface KubeconfigOptions {
  readonly pki: Pki;
  readonly client: ClientName;
  readonly server: string;
}

/** Writes a self-contained kubeconfig with mode 0600, because it holds a private key. */
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
  // A rename, so that readers see either the old or the new file when a control plane starts again.
  await writeFile(`${path}.new`, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function readBase64(path: string): Promise<string> {
  return readFile(path, 'base64');
}
