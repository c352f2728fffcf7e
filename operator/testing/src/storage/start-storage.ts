import { readFile } from 'node:fs/promises';

import { systemClock } from '@kubewright/runtime/internal/base';
import { createClient, type TlsOptions } from '@kubewright/runtime/internal/client';
import { createHttpTransport } from '@kubewright/runtime/internal/client/http-transport';
import { createFileLog } from '../file-log.ts';
import { hostFolderOf } from './host-folder.ts';
import { runProvisioner } from './provisioner.ts';

export interface StorageOptions {
  readonly serverUrl: string;
  /** PEM files: the CA of the server, and a client certificate with all permissions. */
  readonly files: { readonly ca: string; readonly certificate: string; readonly key: string };
  /** The directory of the control plane. */
  readonly directory: string;
  readonly logFile: string;
}

/** Runs the provisioner until it is disposed. It continues after outages of the API server. */
export async function startStorage(options: StorageOptions): Promise<AsyncDisposable> {
  const { serverUrl, directory, logFile } = options;
  const clock = systemClock;
  const credentials = {
    server: new URL(serverUrl),
    tls: await tlsOf(options),
    namespace: undefined,
    headers: async () => ({}),
    refresh: () => undefined,
  };
  const client = createClient(createHttpTransport({ credentials, clock, userAgent: 'kubewright-storage' }));
  const stop = new AbortController();
  const hostFolder = hostFolderOf(directory);
  const ended = runProvisioner({ client, hostFolder, clock, logger: createFileLog(logFile) }, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      await client.transport.close();
    },
  };
}

async function tlsOf({ files }: StorageOptions): Promise<TlsOptions> {
  const [ca = '', cert = '', key = ''] = await Promise.all(
    [files.ca, files.certificate, files.key].map((path) => readFile(path, 'utf8')),
  );
  return { ca, cert, key };
}
