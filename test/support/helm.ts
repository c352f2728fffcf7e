import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { installTools } from './go-tools.ts';
import { runDirectory } from './run-directory.ts';

/** The output and the exit code of Helm. */
export interface HelmResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Helm = (...args: readonly string[]) => Promise<HelmResult>;

/** The major versions of Helm that the chart is tested with. */
export const helmVersions = [3, 4] as const;
export type HelmVersion = (typeof helmVersions)[number];

/** Returns the path of the Helm that `scripts/tools/helm` or `scripts/tools/helm4` pins. */
export async function findHelmProgram(version: HelmVersion = 3): Promise<string> {
  return (await installTools({ pinnedIn: version === 3 ? 'helm' : 'helm4', tools: ['helm'] })).helm;
}

/** Returns a function that runs Helm with a cache, configuration and data folder of its own. */
export async function findHelm(kubeconfig?: string, version: HelmVersion = 3): Promise<Helm> {
  const helm = await findHelmProgram(version);
  const home = await mkdtemp(path.join(runDirectory(), 'helm-home-'));
  const folders = { HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home, HELM_DATA_HOME: home };
  const env = { ...process.env, ...folders, KUBECONFIG: kubeconfig ?? path.join(home, 'none') };
  return (...args) =>
    new Promise((resolve, reject) => {
      execFile(helm, args, { env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (typeof code === 'number') resolve({ code, stdout, stderr });
        else reject(new Error(`failed to run ${helm}`, { cause: error }));
      });
    });
}
