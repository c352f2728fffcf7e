import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { useSilentCluster } from '../../fixtures/silent-cluster.ts';

const main = join(import.meta.dirname, '../../../src/main.ts');
const timeoutMs = 60_000;

const getHome = useSilentCluster();

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  readonly stdout: string;
}

/**
 * Runs this repository's operators in a separate process, without settings from this environment.
 * @param onLine called for each line of output
 */
async function operate(
  argv: readonly string[],
  onLine: (line: string, pid: number) => void = () => undefined,
): Promise<Ended> {
  const ports = ['--metrics-port', '0', '--health-port', '0', '--log-format', 'json'];
  const child = spawn(process.execPath, [main, ...ports, ...argv], {
    env: { HOME: getHome() },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const line of text.split('\n')) if (line !== '' && child.pid !== undefined) onLine(line, child.pid);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

describe('an operator with invalid settings', () => {
  it('names the setting and the allowed values, and exits with 1', { timeout: timeoutMs }, async () => {
    const { code, stderr, stdout } = await operate(['--workers', 'many']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^kubewright: failed to read --workers: "many" is not allowed; use .*\n$/);
    expect(stdout).toBe('');
  });

  it('lists the existing controllers, and exits with 1', { timeout: timeoutMs }, async () => {
    const { code, stderr } = await operate(['--controllers', 'web-sever']);
    expect(code).toBe(1);
    expect(stderr).toContain('unknown controller web-sever; available: ');
    expect(stderr).toContain('web-server');
  });

  it('names the port that it cannot listen on, and exits with 1', { timeout: timeoutMs }, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    try {
      const { code, stdout } = await operate([
        '--kubeconfig',
        join(getHome(), 'kubeconfig'),
        '--health-port',
        String(port),
      ]);
      expect(code).toBe(1);
      expect(stdout).toContain('"msg":"operator failed"');
      expect(stdout).toContain('SETTINGS_INVALID');
      expect(stdout).toContain(String(port));
    } finally {
      other.close();
    }
  });
});

describe('an operator without credentials', () => {
  it('BUG-EC-11 lists where it searched for them, and exits with 1', { timeout: timeoutMs }, async () => {
    const missing = join(getHome(), 'missing');
    const { code, stdout } = await operate(['--kubeconfig', missing]);
    expect(code).toBe(1);
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { msg: string; err: { message: string } };
    expect(last).toMatchObject({ msg: 'operator failed', err: { code: 'CREDENTIALS_INVALID' } });
    expect(last.err.message).toContain('check --kubeconfig, KUBECONFIG, or the ServiceAccount of the Pod');
    expect(JSON.stringify(last)).toContain(missing);
    expect(stdout).not.toContain('"stack"');
  });

  it('reports that in one line if logs are text', { timeout: timeoutMs }, async () => {
    const missing = join(getHome(), 'missing');
    const { code, stdout, stderr } = await operate(['--log-format', 'text', '--kubeconfig', missing]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^kubewright: failed to read credentials \(ENOENT.*missing.*\): check --kubeconfig.*\n$/);
    expect(stdout).not.toContain('ERROR');
  });
});

describe('an operator whose API server does not respond', () => {
  it('waits for it, stops at SIGTERM with 0, and logs no token', { timeout: timeoutMs }, async () => {
    const { code, stdout, stderr } = await operate(['--kubeconfig', join(getHome(), 'kubeconfig')], (line, pid) => {
      if (line.includes('"msg":"connecting"')) process.kill(pid, 'SIGTERM');
    });
    expect(code).toBe(0);
    expect(stdout).toContain('"msg":"operator starts"');
    expect(stdout).toContain('"msg":"operator stopped"');
    expect(stdout).not.toContain('caches are warm');
    expect(stdout + stderr).not.toContain('very-secret');
  });
});
