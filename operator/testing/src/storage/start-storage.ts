import { systemClock } from '@kubewright/runtime/internal/base';
import { type AdminClientOptions, openAdminClient } from '../admin-client.ts';
import { createFileLog } from '../file-log.ts';
import { hostFolderOf } from './host-folder.ts';
import { runProvisioner } from './provisioner.ts';

export interface StorageOptions extends Pick<AdminClientOptions, 'serverUrl' | 'files'> {
  /** The directory of the control plane. */
  readonly directory: string;
  readonly logFile: string;
}

/** Runs the provisioner until it is disposed. It continues after outages of the API server. */
export async function startStorage({ directory, logFile, ...server }: StorageOptions): Promise<AsyncDisposable> {
  const client = await openAdminClient({ ...server, userAgent: 'kubewright-storage' });
  const stop = new AbortController();
  const hostFolder = hostFolderOf(directory);
  const ended = runProvisioner({ client, hostFolder, clock: systemClock, logger: createFileLog(logFile) }, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      await client.transport.close();
    },
  };
}
