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
  /** The folder for kubectl's discovery cache. */
  readonly cacheDirectory: string;
  /** Called after a failure for further information. @default - nothing */
  readonly explain?: () => Promise<string>;
}

/**
 * Runs kubectl with an argument list (never through a shell) and returns its stdout.
 *
 * Throws: if it exits with another code than 0; the message has the arguments and its stderr.
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
  // kubectl may exit before it has read everything; its exit code says why.
  kubectl.stdin.once('error', () => undefined).end(input);
  const [stdout, stderr, code] = await Promise.all([text(kubectl.stdout), text(kubectl.stderr), ended]);
  if (code === 0) return stdout;
  throw new OperatorError('CLUSTER_FAILED', `run kubectl ${args.join(' ')} (exit code ${code ?? 'none'})`, {
    hint: [stderr.trim(), ...(explain ? [await explain()] : [])].join('\n'),
  });
}
