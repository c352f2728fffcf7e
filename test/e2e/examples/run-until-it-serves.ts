import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A part of the line that an operator logs when it serves its probes. */
const serves = '"listening"';
/** Milliseconds after which the operator is killed. */
const timeoutMs = 120_000;

/**
 * Runs an operator until it serves its probes, then stops it with SIGTERM, as a kubelet does. It serves probes even if
 * the CRD of its kind is not installed. Resolves with its output, and whether it served and exited with 0.
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
  const printed = collectOutput(operator);
  const [code] = (await once(operator, 'close')) as [number | null];
  const output = printed();
  return { ok: code === 0 && output.includes(serves), output };
}

/** Collects the output, and stops the process when it serves its probes. */
function collectOutput(operator: ChildProcess): () => string {
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
