import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

import type { PlainObject } from '../objects/index.ts';
import { DiffError } from './diff-error.ts';

/** Which cluster is asked, and by which kubectl. */
export interface KubectlOptions {
  /** Path of kubectl. @default 'kubectl', which is found by PATH */
  readonly kubectl?: string;
  /** Path of the kubeconfig. @default - that of kubectl: KUBECONFIG, then ~/.kube/config */
  readonly kubeconfig?: string;
  /** Context of the kubeconfig. @default - its current one */
  readonly context?: string;
  /** Ends kubectl early; the call then rejects. @default - never */
  readonly signal?: AbortSignal;
}

/** What kubectl printed. */
export interface Printed {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl with an argument list and objects as its input. Resolves whether it succeeds or not. */
export type Kubectl = (args: readonly string[], objects?: readonly PlainObject[]) => Promise<Printed>;

/** As many processes as this run at the same time. */
const atOnce = 4;

/** A kubectl for one cluster. Its calls reject with a `DiffError` if it cannot be run. */
export function kubectlFor({ kubectl = 'kubectl', kubeconfig, context, signal }: KubectlOptions): Kubectl {
  const cluster = [
    '--request-timeout=30s',
    ...(kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`]),
    ...(context === undefined ? [] : [`--context=${context}`]),
  ];
  return limited(atOnce, async (args, objects = []) => {
    const child = spawn(kubectl, [...args, ...cluster], { stdio: 'pipe', ...(signal && { signal }) });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('close', resolve).once('error', (cause) => reject(notRun(kubectl, cause)));
    });
    // kubectl may exit before it has read everything; its exit code says why.
    child.stdin.once('error', () => undefined).end(objects.map((each) => JSON.stringify(each)).join('\n'));
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { ok: code === 0, stdout, stderr: stderr.trim() };
  });
}

/** The name of the context; empty if the kubeconfig has no current one. */
export async function contextOf(kubectl: Kubectl, { context }: KubectlOptions): Promise<string> {
  return context ?? (await kubectl(['config', 'current-context'])).stdout.trim();
}

function notRun(kubectl: string, cause: Error): DiffError {
  const isAbsent = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const hint = isAbsent ? 'there is none: install kubectl, or name its path' : cause.message;
  return new DiffError(`failed to run ${kubectl}: ${hint}`, { cause });
}

/** The same function, of which not more than `most` calls run at the same time. */
function limited(most: number, run: Kubectl): Kubectl {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (...call) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await run(...call);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
