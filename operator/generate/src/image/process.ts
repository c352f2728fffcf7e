import { imageEnvironment, nodeFlags } from './entrypoint.ts';
import { appFolder, nodePath, userId } from './layers/index.ts';
import type { ContainerConfig } from './oci/index.ts';

/** How the program of an image is started: `operator/Dockerfile` has the same. */
export function processOf(labels: Readonly<Record<string, string>>): ContainerConfig {
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
