import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { installTools } from './go-tools.ts';
import { runDirectory } from './run-directory.ts';

/** The output and the exit code of Helm. */
export interface HelmSaid {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Helm = (...args: readonly string[]) => Promise<HelmSaid>;

/** The path of the Helm that `test/helm` pins. */
export async function findHelmProgram(): Promise<string> {
  return (await installTools({ pinnedIn: 'helm', tools: ['helm'] })).helm;
}

/** That Helm, as a function of its arguments, with folders of its own. */
export async function findHelm(kubeconfig?: string): Promise<Helm> {
  const helm = await findHelmProgram();
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
