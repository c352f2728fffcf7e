import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Said by an operator once it is connected and serves its probes. */
const serves = '"listening"';
/** One that never serves is killed then. */
const timeoutMs = 120_000;

/**
 * Runs an operator until it serves, and ends it as a kubelet would. (That nobody has installed its kind is no reason for
 * it to end.) Resolves with what it has printed, and whether it did all that well.
 */
export async function runUntilItServes(
  command: readonly string[],
  { folder, kubeconfig }: { readonly folder: string; readonly kubeconfig: string },
): Promise<{ readonly ok: boolean; readonly output: string }> {
  const env = { PATH: process.env['PATH'], KUBECONFIG: kubeconfig, METRICS_PORT: '0', HEALTH_PORT: '0' };
  const operator = spawn(process.execPath, command, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const printed = keptOutput(operator);
  const [code] = (await once(operator, 'close')) as [number | null];
  const output = printed();
  return { ok: code === 0 && output.includes(serves), output };
}

/** Ends the process once it has printed that it serves. */
function keptOutput(operator: ChildProcess): () => string {
  const chunks: string[] = [];
  const output = (): string => chunks.join('');
  let isEnding = false;
  for (const stream of [operator.stdout, operator.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      chunks.push(chunk);
      if (isEnding || !output().includes(serves)) return;
      isEnding = true;
      operator.kill('SIGTERM');
    });
  }
  return output;
}
