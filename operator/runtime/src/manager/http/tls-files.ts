import { type OnFailure, catchFailure } from '../../base/index.ts';
import { type FollowOptions, followKeyPair, readKeyPair } from '../../certificates/index.ts';
import type { Tls } from './limited-server.ts';

export interface TlsFilesOptions extends Pick<FollowOptions, 'clock' | 'logger' | 'observer'> {
  /** Called if watching the folder fails unexpectedly. */
  readonly failed: OnFailure;
  /** Stops watching the folder. */
  readonly signal: AbortSignal;
}

/** Reads the key pair of a server from a folder, and follows later ones. Errors: `SETTINGS_INVALID` for unusable files. */
export async function loadTlsFiles(folder: string, options: TlsFilesOptions): Promise<Tls> {
  const { observer, signal, failed } = options;
  const keyPair = await readKeyPair(folder, observer);
  return {
    keyPair,
    follow: (show) => {
      catchFailure(followKeyPair({ ...options, folder, current: keyPair, onReplaced: show }, signal), failed);
    },
  };
}
