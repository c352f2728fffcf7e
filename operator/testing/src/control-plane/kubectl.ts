import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

import { OperatorError } from '@kubewright/runtime/internal/base';

export interface KubectlOptions {
  /** Sent to its standard input: for `-f -`. @default - empty */
  readonly input?: string;
  /** Ends kubectl early; the call then rejects with the reason. @default - never */
  readonly signal?: AbortSignal;
}

export interface KubectlSetup {
  /** Path of the executable. */
  readonly command: string;
  readonly kubeconfig: string;
  /** Folder for what it learns about the server. */
  readonly cacheDirectory: string;
  /** Asked after a failure for what else there is to say of it. @default - nothing */
  readonly explain?: () => Promise<string>;
}

/**
 * Runs kubectl with an argument list (never through a shell) and returns what it wrote to stdout.
 *
 * Throws: when it exits with another code than 0; the message holds the arguments and its stderr.
 */
export async function runKubectl(
  { command, kubeconfig, cacheDirectory, explain }: KubectlSetup,
  args: readonly string[],
  { input = '', signal }: KubectlOptions = {},
): Promise<string> {
  const env = { ...process.env, KUBECONFIG: kubeconfig, KUBECACHEDIR: cacheDirectory };
  const kubectl = spawn(command, args, { env, stdio: 'pipe', ...(signal && { signal, killSignal: 'SIGKILL' }) });
  const ended = new Promise<number | null>((resolve, reject) => {
    kubectl.once('close', resolve).once('error', (error) => reject(signal?.aborted ? signal.reason : error));
  });
  // It may end before it has read everything; its exit code says why.
  kubectl.stdin.once('error', () => undefined).end(input);
  const [stdout, stderr, code] = await Promise.all([text(kubectl.stdout), text(kubectl.stderr), ended]);
  if (code === 0) return stdout;
  throw new OperatorError('CLUSTER_FAILED', `run kubectl ${args.join(' ')} (exit code ${code ?? 'none'})`, {
    hint: [stderr.trim(), ...(explain ? [await explain()] : [])].join('\n'),
  });
}
