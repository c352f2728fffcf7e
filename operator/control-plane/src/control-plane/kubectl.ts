import { runKubectl as run } from '@kubewright/declaration/kubectl';
import { OperatorError } from '@kubewright/runtime/internal/base';

export interface KubectlOptions {
  /** The standard input of kubectl, for `-f -`. @default - empty */
  readonly input?: string;
  /** Kills kubectl when it aborts; the call then rejects with the signal's reason. @default - never */
  readonly signal?: AbortSignal;
}

export interface KubectlSetup {
  readonly command: string;
  readonly kubeconfig: string;
  /** The folder for kubectl's discovery cache. */
  readonly cacheDirectory: string;
  /** Called after a failure; its result is added to the error message. @default - nothing */
  readonly explain?: () => Promise<string>;
}

/**
 * Runs kubectl with an argument list (never through a shell) and returns its stdout.
 *
 * Throws: if the exit code is not 0; the message has the arguments and stderr.
 */
export async function runKubectl(
  { command, kubeconfig, cacheDirectory, explain }: KubectlSetup,
  args: readonly string[],
  options: KubectlOptions = {},
): Promise<string> {
  const env = { ...process.env, KUBECONFIG: kubeconfig, KUBECACHEDIR: cacheDirectory };
  const { code, stdout, stderr } = await run(args, { command, env, ...options });
  if (code === 0) return stdout;
  throw new OperatorError('CLUSTER_FAILED', `run kubectl ${args.join(' ')} (exit code ${code})`, {
    hint: [stderr.trim(), ...(explain ? [await explain()] : [])].join('\n'),
  });
}
