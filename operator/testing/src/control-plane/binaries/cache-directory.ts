import { homedir } from 'node:os';
import { join } from 'node:path';

import type { Pins } from './pins.ts';

/** The machine for which the cache directory is computed; a parameter for tests. */
export interface Host {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: NodeJS.ProcessEnv;
}

export const thisHost: Host = { platform: process.platform, arch: process.arch, env: process.env };

/** `KUBEWRIGHT_CACHE`, or `kubewright` in the folder where this system keeps a user's caches. */
export function cacheRoot({ platform, env }: Host): string {
  const home = env['HOME'] ?? homedir();
  if (env['KUBEWRIGHT_CACHE']) return env['KUBEWRIGHT_CACHE'];
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'kubewright');
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'kubewright');
}

/** The folder of one set of binaries: per version, platform and content of `go.mod` and `go.sum`. */
export function binariesDirectory(pins: Pins, host: Host): string {
  return join(cacheRoot(host), 'control-plane', `${pins.kubernetes}-${host.platform}-${host.arch}-${pins.hash}`);
}
