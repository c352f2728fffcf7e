import { spawnSync } from 'node:child_process';

import type { PlainObject } from '../objects/index.ts';

/** Runs kubectl with an argument list, and with objects as its input. Throws only if kubectl does not start. */
export type Kubectl = (
  args: readonly string[],
  objects?: readonly PlainObject[],
) => { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The kubectl on PATH. @param flags of every run, such as `--context=demo` */
export function kubectlWith(flags: readonly string[]): Kubectl {
  return (args, objects = []) => {
    const input = objects.map((each) => JSON.stringify(each)).join('\n');
    const settings = { input, encoding: 'utf8', maxBuffer: 2 ** 30 } as const;
    const { status, error, stdout, stderr } = spawnSync('kubectl', [...args, ...flags], settings);
    // Without the lines of kubectl's own log.
    if (status !== null) return { code: status, stdout, stderr: stderr.replaceAll(/^[EIW]\d{4} .*\n/gm, '').trim() };
    const isAbsent = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
    const hint = isAbsent ? 'it is not on your PATH: https://kubernetes.io/docs/tasks/tools' : error?.message;
    throw new Error(`failed to run kubectl: ${hint ?? 'it was stopped'}`, { cause: error });
  };
}
