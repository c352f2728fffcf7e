import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { beforeAll, describe, expect, test } from 'vitest';

import type { Cluster } from '../cluster.ts';
import { soon, useKubectl } from '../../fixtures/use-kubectl.ts';

/** Tests `kubectl port-forward`, and the commands that the node does not support. */
export function testPortForward(cluster: () => Cluster): void {
  const under = useKubectl(cluster, 'port-forward');
  const { getRejection } = under;
  beforeAll(async () => {
    await under.create('main', { command: ['sleep', '600'] });
    await under.create('web', { image: 'nginx:1.27' });
    for (const name of ['main', 'web']) await under.waitUntilReady(name);
  });
  test.each([
    ['exec', 'main', '--', 'true'],
    ['attach', 'main'],
  ])('kubectl %s %s suggests an alternative', async (...args) => {
    expect(await getRejection(...args)).toContain('Use kubectl logs and port-forward');
  });

  describe('kubectl port-forward', () => {
    /** Runs `kubectl port-forward` until `use` is done. */
    async function forwardDuring<T>(
      target: string,
      use: (port: number) => Promise<T>,
      env: NodeJS.ProcessEnv = {},
    ): Promise<T> {
      const kubeconfig = cluster().controlPlane.kubeconfigPath;
      const args = ['--namespace', under.name, 'port-forward', ...target.split(' ')];
      const child = spawn(await findKubectl(), args, {
        env: { ...process.env, ...env, KUBECONFIG: kubeconfig },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const out of [child.stdout, child.stderr]) out.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      try {
        await expect.poll(() => output, soon).toMatch(/from 127\.0\.0\.1:\d+/);
        return await use(Number(/from 127\.0\.0\.1:(\d+)/.exec(output)?.[1]));
      } catch (error) {
        throw new Error(`failed to use a forwarded port: kubectl printed ${output}`, { cause: error });
      } finally {
        child.kill();
        await ended;
      }
    }
    const page = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${String(port)}/`)).text();

    test.each([{}, { KUBECTL_PORT_FORWARD_WEBSOCKETS: 'false' }])(
      'connects to the port that the image would listen on (%j)',
      async (env) => {
        const pages = await forwardDuring('pod/web :80', (port) => Promise.all([1, 2, 3].map(() => page(port))), env);
        for (const text of pages) expect(text).toContain('Pod <code>web</code>');
      },
    );

    test('transfers large amounts in both directions, over several connections at once', async () => {
      const echo = `require('node:net').createServer({ allowHalfOpen: true }, (s) => s.pipe(s)).listen(7007, process.env.BIND_ADDRESS)`;
      await under.create('echo', {
        command: [process.execPath, '-e', echo],
        readinessProbe: { tcpSocket: { port: 7007 } },
      });
      await under.waitUntilReady('echo');
      const bytes = 'x'.repeat(3_000_000);
      await forwardDuring('pod/echo :7007', async (port) => {
        const answers = await Promise.all(
          [1, 2, 3].map(() => {
            const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
            socket.end(bytes);
            return text(socket);
          }),
        );
        expect(answers.map((answer) => answer === bytes)).toEqual([true, true, true]);
      });
    });

    test('keeps other connections when a client resets its connection', async () => {
      await forwardDuring('pod/web :80', async (port) => {
        for (let i = 0; i < 10; i++) {
          const rude = connect({ port, host: '127.0.0.1' });
          await new Promise((resolve) => rude.once('connect', resolve));
          rude.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
          const answer = page(port);
          rude.resetAndDestroy();
          expect(await answer).toContain('Pod <code>web</code>');
        }
      });
    });
  });
}

async function findKubectl(): Promise<string> {
  const { findBinaries } = await import('../control-plane/binaries/find-binaries.ts');
  return (await findBinaries({ needed: ['kubectl'], onProgress: () => undefined })).kubectl;
}
