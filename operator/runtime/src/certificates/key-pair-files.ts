import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';

import { type Clock, type Logger, getMessage, hasSlept, OperatorError } from '../base/index.ts';
import type { KeyPair } from './authority.ts';

/** Is notified of reads of certificate files, for metrics. */
export interface CertificateObserver {
  /** Called when the files were read. */
  onRead(): void;
  /** Called when the files cannot be read or are unusable. */
  onFailed(): void;
}

export interface FollowOptions {
  /** A folder with `tls.crt` and `tls.key`, like a mounted Secret of the type `kubernetes.io/tls`. */
  readonly folder: string;
  /** The key pair in use at the start. */
  readonly current: KeyPair;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: CertificateObserver;
  /** Called with each new key pair. */
  readonly onReplaced: (keyPair: KeyPair) => void;
}

/**
 * The interval between reads. A kubelet takes up to a minute to update a mounted Secret, and the old certificate stays
 * valid for long after that.
 */
const recheckAfterMs = 10_000;

/**
 * Reads the certificate and the key in a folder.
 *
 * Errors: `SETTINGS_INVALID` if a file is missing, or if the two do not match.
 */
export async function readKeyPair(folder: string, observer: CertificateObserver): Promise<KeyPair> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(join(folder, 'tls.crt'), 'utf8'),
      readFile(join(folder, 'tls.key'), 'utf8'),
    ]);
    createSecureContext({ cert: certificate, key });
    observer.onRead();
    return { certificate, key };
  } catch (cause) {
    observer.onFailed();
    const hint = `${getMessage(cause)}; it must contain a matching tls.crt and tls.key in PEM`;
    throw new OperatorError('SETTINGS_INVALID', `read the certificate in ${folder}`, { hint, cause });
  }
}

/**
 * Reads the files every ten seconds until `signal` aborts. Compares their content instead of their times, because a
 * kubelet updates a mounted Secret by switching a symlink. Logs and counts unusable files, and keeps the last valid
 * pair. Never rejects.
 */
export async function followKeyPair(options: FollowOptions, signal: AbortSignal): Promise<void> {
  let { current } = options;
  while (await hasSlept(options.clock, recheckAfterMs, signal)) {
    const next = await tryRead(options);
    if (next === undefined || isSame(next, current)) continue;
    current = next;
    options.onReplaced(next);
    options.logger.info('reloaded the certificate', { folder: options.folder });
  }
}

async function tryRead({ folder, observer, logger }: FollowOptions): Promise<KeyPair | undefined> {
  try {
    return await readKeyPair(folder, observer);
  } catch (error) {
    logger.warn('failed to reload the certificate; the previous certificate stays in use', { err: error });
    return undefined;
  }
}

function isSame(a: KeyPair, b: KeyPair): boolean {
  return a.certificate === b.certificate && a.key === b.key;
}
