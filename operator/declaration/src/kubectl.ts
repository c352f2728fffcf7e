import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** The exit code and output of kubectl. */
export interface KubectlRun {
  readonly code: number;
  readonly stdout: string;
  /** The standard error, without lines of kubectl's own debug log. */
  readonly stderr: string;
}

/** Options for running kubectl. */
export interface KubectlOptions {
  /** Path or name of the executable. @default 'kubectl', the one on PATH */
  readonly command?: string;
  /** Environment variables of kubectl. @default - those of this process */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The standard input of kubectl, for `-f -`. @default - empty */
  readonly input?: string;
  /** Kills kubectl when it aborts; the call then rejects with the signal's reason. @default - never */
  readonly signal?: AbortSignal;
}

/**
 * Runs kubectl with an argument list, never through a shell, and resolves with its output, whether it succeeds or
 * fails.
 *
 * Rejects: if kubectl does not start, with a hint if it is not installed; if kubectl is killed; if `signal` aborts,
 * with its reason.
 */
export async function runKubectl(
  args: readonly string[],
  { command = 'kubectl', env = process.env, input = '', signal }: KubectlOptions = {},
): Promise<KubectlRun> {
  const kubectl = spawn(command, args, { env, stdio: 'pipe', ...(signal && { signal, killSignal: 'SIGKILL' }) });
  const ended = new Promise<number | null>((resolve, reject) => {
    kubectl
      .once('close', resolve)
      .once('error', (error) => reject(signal?.aborted ? signal.reason : buildStartError(error)));
  });
  // kubectl may exit before it has read its whole input, which is not an error here: its exit code tells the result.
  kubectl.stdin.once('error', () => undefined).end(input);
  const [stdout, stderr, code] = await Promise.all([text(kubectl.stdout), text(kubectl.stderr), ended]);
  if (code === null) throw new Error('failed to run kubectl: it was stopped');
  return explain({ code, stdout, stderr });
}

/** Lines of kubectl's own log repeat its error, and its question for credentials has no reader. */
function explain({ code, stdout, stderr }: KubectlRun): KubectlRun {
  if (code !== 0 && stdout.startsWith('Please enter Username')) {
    const remedy = 'add them to its user, or choose another context';
    return { code, stdout: '', stderr: `error: the kubeconfig has no credentials for the cluster: ${remedy}\n` };
  }
  const own = stderr.replaceAll(/^[EIW]\d{4} .*\n/gm, '');
  return { code, stdout, stderr: own === '' ? stderr : own };
}

function buildStartError(cause: NodeJS.ErrnoException): Error {
  const isAbsent = cause.code === 'ENOENT';
  const hint = isAbsent ? 'kubectl is not on your PATH: https://kubernetes.io/docs/tasks/tools' : cause.message;
  return new Error(`failed to run kubectl: ${hint}`, { cause });
}
