import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** An operator logs this once it is connected and serves its probes. */
const serves = '"listening"';
/** The operator is killed if it takes longer. */
const timeoutMs = 120_000;

/**
 * Runs an operator until it serves its probes, and stops it with SIGTERM, like a kubelet. It serves them even without
 * the CRD of its kind. Resolves with its output, and whether it served and exited with 0.
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

/** Collects the output, and stops the process once it serves. */
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
