import { appFolder } from './layers/app-layer.ts';
import { nodePath } from './layers/node-layer.ts';
import { userId } from './layers/system-layer.ts';
import type { ContainerConfig } from './oci/image.ts';

/**
 * The flags with which an image starts Node: they belong to the image, as the version of Node does, and not to the
 * Deployment. `operator/docs/start.md` has the same in its `Dockerfile`.
 *
 * `--max-semi-space-size`, in MiB: with V8's own choice of up to 16 a burst of objects doubles the memory, for hardly
 * less CPU time. https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
 *
 * `--heap-growing-percent`: how much the heap may grow before it is collected; V8's own choice is up to 300. With 30,000
 * resources a process has 30 MB less after a restart, for no clear difference in CPU time.
 */
export const nodeFlags = ['--max-semi-space-size=2', '--heap-growing-percent=60'] as const;

/**
 * The environment of the image, beside Node's own. glibc keeps memory that was freed, in a pool for each thread: with one
 * pool, and 128 KiB as the most that it keeps, a process has 10 to 25 MB less.
 * https://sourceware.org/glibc/manual/latest/html_node/Malloc-Tunable-Parameters.html
 */
export const imageEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Otherwise it grows with the largest block that was freed, and the other with it.
  MALLOC_MMAP_THRESHOLD_: '131072',
} as const;

/** How the program of an image is started: `operator/Dockerfile` has the same. */
export function buildProcess(labels: Readonly<Record<string, string>>): ContainerConfig {
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    NODE_ENV: 'production',
    ...imageEnvironment,
  };
  return {
    User: `${userId}:${userId}`,
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    Entrypoint: [nodePath, ...nodeFlags, `${appFolder}/bundle/main.js`],
    WorkingDir: appFolder,
    Labels: labels,
  };
}
