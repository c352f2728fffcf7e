import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `use` with a temporary folder, and removes the folder afterwards. A signal takes effect only then, because the
 * programs that use the folder receive the same signal and stop.
 */
export async function useTemporaryFolder<T>(prefix: string, use: (folder: string) => Promise<T>): Promise<T> {
  let received: NodeJS.Signals | undefined;
  const listener = (signal: NodeJS.Signals): void => {
    received ??= signal;
  };
  for (const signal of signals) process.on(signal, listener);
  try {
    const folder = await mkdtemp(path.join(tmpdir(), prefix));
    try {
      return await use(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    for (const signal of signals) process.off(signal, listener);
    // If another listener handles the signal, do not raise it again.
    if (received !== undefined && process.listenerCount(received) === 0) process.kill(process.pid, received);
  }
}
