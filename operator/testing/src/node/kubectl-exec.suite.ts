import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Cluster } from '../cluster.ts';
import { processTable } from '../processes/index.ts';
import { soon, useKubectl } from '../../fixtures/use-kubectl.ts';

/** `kubectl exec`, `cp` and `port-forward`. */
export function testKubectlExec(cluster: () => Cluster): void {
  const under = useKubectl(cluster, 'kubectl-exec');
  const { kubectl, refusal } = under;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kubewright-exec-'));
    const env = [{ name: 'GREETING', value: 'hello' }];
    const volumes = [{ name: 'data', emptyDir: {} }];
    const volumeMounts = [{ name: 'data', mountPath: '/data' }];
    await under.create('main', { command: ['sleep', '600'], env, workingDir: '/work', volumeMounts }, { volumes });
    await under.create('web', { image: 'nginx:1.27' });
    await under.create('simulated', { image: 'memcached:1.6' });
    for (const name of ['main', 'web', 'simulated']) await under.ready(name);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const exec = (...command: string[]): Promise<string> => kubectl('exec', 'main', '--', ...command);
  const input = (text: string, ...args: string[]): Promise<string> => under.run(args, { input: text });
  /** Seconds for `sleep` that are unique to this test run: the tests find their processes by them. */
  const secondsOfThisRun = (seconds: number): string => `${String(seconds)}.${String(process.pid).padStart(8, '0')}`;
  const isRunning = (marker: string): Promise<boolean> =>
    Promise.all(processTable().map(({ pid }) => readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => ''))).then(
      (lines) => lines.some((line) => line.includes(marker) && !line.includes('kubectl')),
    );

  describe('kubectl exec', () => {
    test("runs a command with its container's variables, working directory and root", async () => {
      const [greeting, folder, root] = (await exec('sh', '-c', 'echo $GREETING; pwd; echo $POD_ROOT'))
        .trim()
        .split('\n');
      expect([greeting, folder]).toEqual(['hello', `${root ?? ''}/work`]);
      expect(existsSync(root ?? '')).toBe(true);
      expect(await exec('printf', '%s|', 'a b', '$HOME', "it's", '')).toBe("a b|$HOME|it's||");
    });

    test('keeps stdout and stderr apart, and returns the exit code', async () => {
      expect(await exec('sh', '-c', 'echo out; echo err >&2')).toBe('out\n');
      expect(await refusal('exec', 'main', '--', 'sh', '-c', 'echo out; echo err >&2; exit 7')).toBe(
        '[7] err\ncommand terminated with exit code 7',
      );
      expect(await refusal('exec', 'main', '--', 'no-such-command')).toContain('no-such-command');
    });

    test('passes large input completely', async () => {
      const bytes = 'line of an input\n'.repeat(100_000);
      expect(await input(bytes, 'exec', '-i', 'main', '--', 'cat')).toBe(bytes);
      expect(await input(bytes, 'exec', '-i', 'main', '--', 'head', '-n1')).toBe('line of an input\n');
    });

    test('works for clients that use SPDY', async () => {
      const env = { ...process.env, KUBECTL_REMOTE_COMMAND_WEBSOCKETS: 'false' };
      process.env['KUBECTL_REMOTE_COMMAND_WEBSOCKETS'] = env.KUBECTL_REMOTE_COMMAND_WEBSOCKETS;
      try {
        expect(await input('spdy\n', 'exec', '-i', 'main', '--', 'cat')).toBe('spdy\n');
      } finally {
        delete process.env['KUBECTL_REMOTE_COMMAND_WEBSOCKETS'];
      }
    });

    test("opens a terminal with the size of the client's terminal, also after that changes", async () => {
      // kubectl requests a terminal only if it runs in one itself.
      const line = 'echo there; read x; echo got $x; tty; stty size; exit 3';
      const command =
        'stty rows 33 cols 77; echo here $(tty); exec "$KUBECTL" -n "$NAMESPACE" exec -it main -- sh -c "$LINE"';
      const KUBECONFIG = cluster().controlPlane.kubeconfigPath;
      const sizes = ['33 77', '44 99'] as const;
      const [small, large] = [await terminalsOf(sizes[0]), await terminalsOf(sizes[1])];
      const own = spawn('/usr/bin/script', ['-qefc', command, '/dev/null'], {
        env: {
          ...process.env,
          KUBECTL: await kubectlPath(),
          LINE: line,
          NAMESPACE: under.name,
          KUBECONFIG,
          SHELL: '/bin/sh',
        },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let seen = '';
      own.stdout.on('data', (chunk: Buffer) => (seen += chunk.toString()));
      const ended = new Promise<number | null>((resolve) => own.once('exit', resolve));
      await expect.poll(() => seen, soon).toContain('there');
      // Two more: the terminal of kubectl, and the terminal in the container.
      await expect.poll(() => terminalsOf(sizes[0]), soon).toBe(small + 2);
      const [, here = ''] = /here (\/dev\/pts\/\d+)/.exec(seen) ?? [];
      execFileSync('stty', ['-F', here, 'rows', '44', 'cols', '99']);
      await expect.poll(() => terminalsOf(sizes[1]), soon).toBe(large + 2);
      own.stdin.write('typed\n');
      expect(await ended).toBe(3);
      expect(seen).toMatch(/got typed\s+\/dev\/pts\/\d+\s+44 99/);
    });

    test('ends the command when the client disconnects, and when the container ends', async () => {
      const disconnect = new AbortController();
      const marker = secondsOfThisRun(31415);
      const asked = under.run(['exec', 'main', '--', 'sh', '-c', `sleep ${marker}; :`], {
        signal: disconnect.signal,
      });
      await expect.poll(() => isRunning(marker), soon).toBe(true);
      disconnect.abort();
      await expect(asked).rejects.toThrow('aborted');
      await expect.poll(() => isRunning(marker), soon).toBe(false);

      await under.create('short', { command: ['sleep', '600'] });
      await under.ready('short');
      const another = secondsOfThisRun(27182);
      const other = refusal('exec', 'short', '--', 'sh', '-c', `sleep ${another}; :`);
      await expect.poll(() => isRunning(another), soon).toBe(true);
      await kubectl('delete', 'pod', 'short', '--grace-period=0', '--force');
      expect(await other).toContain('137');
      expect(await isRunning(another)).toBe(false);
    });

    test('leaves no pipe and no connection open', async () => {
      await exec('true');
      expect(await readdir(join(cluster().controlPlane.directory, 'node/exec'))).toEqual([]);
    });

    test('reports that a simulated Pod is simulated', async () => {
      const words = 'pod "simulated" is simulated: no process runs for it, so nothing can be executed in it';
      expect(await refusal('exec', 'simulated', '--', 'true')).toContain(words);
      expect(await refusal('port-forward', 'simulated', '0:80', '--pod-running-timeout=5s')).toContain('is simulated');
    });
  });

  describe('kubectl cp', () => {
    test("copies a folder into a container and back, with paths below the container's root", async () => {
      await mkdir(join(folder, 'in/below'), { recursive: true });
      await writeFile(join(folder, 'in/one.txt'), 'one');
      await writeFile(join(folder, 'in/below/two words.txt'), 'two');
      await kubectl('cp', join(folder, 'in'), 'main:/tmp/copied');
      expect(
        await exec('sh', '-c', 'cat $POD_ROOT/tmp/copied/one.txt "$POD_ROOT/tmp/copied/below/two words.txt"'),
      ).toBe('onetwo');
      expect(existsSync('/tmp/copied')).toBe(false);
      await kubectl('cp', 'main:/tmp/copied', join(folder, 'out'));
      expect(await readFile(join(folder, 'out/below/two words.txt'), 'utf8')).toBe('two');
      await kubectl('cp', '--retries=2', 'main:/tmp/copied/one.txt', join(folder, 'one'));
      expect(await readFile(join(folder, 'one'), 'utf8')).toBe('one');
    });

    test('reaches volumes, and paths relative to the working directory', async () => {
      await writeFile(join(folder, 'file'), 'content');
      await kubectl('cp', join(folder, 'file'), 'main:/data/file');
      expect(await exec('sh', '-c', 'cat $POD_ROOT/data/file')).toBe('content');
      await kubectl('cp', 'main:/data', join(folder, 'data'));
      expect(await readFile(join(folder, 'data/file'), 'utf8')).toBe('content');
      await kubectl('cp', join(folder, 'file'), 'main:beside');
      expect(await exec('cat', 'beside')).toBe('content');
    });
  });

  describe('kubectl port-forward', () => {
    /** Runs `kubectl port-forward` until `use` is done. */
    async function forwarded<T>(
      target: string,
      use: (port: number) => Promise<T>,
      env: NodeJS.ProcessEnv = {},
    ): Promise<T> {
      const kubeconfig = cluster().controlPlane.kubeconfigPath;
      const args = ['--namespace', under.name, 'port-forward', ...target.split(' ')];
      const child = spawn(await kubectlPath(), args, {
        env: { ...process.env, ...env, KUBECONFIG: kubeconfig },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const out of [child.stdout, child.stderr]) out.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      try {
        await expect.poll(() => said, soon).toMatch(/from 127\.0\.0\.1:\d+/);
        return await use(Number(/from 127\.0\.0\.1:(\d+)/.exec(said)?.[1]));
      } catch (error) {
        throw new Error(`failed to use a forwarded port: kubectl said ${said}`, { cause: error });
      } finally {
        child.kill();
        await ended;
      }
    }
    const page = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${String(port)}/`)).text();

    test.each([{}, { KUBECTL_PORT_FORWARD_WEBSOCKETS: 'false' }])(
      'connects to the port that the image would listen on (%j)',
      async (env) => {
        const pages = await forwarded('pod/web :80', (port) => Promise.all([1, 2, 3].map(() => page(port))), env);
        for (const text of pages) expect(text).toContain('Pod <code>web</code>');
      },
    );

    test('transfers large amounts in both directions, over several connections at once', async () => {
      const echo = `require('node:net').createServer({ allowHalfOpen: true }, (s) => s.pipe(s)).listen(7007, process.env.BIND_ADDRESS)`;
      await under.create('echo', {
        command: [process.execPath, '-e', echo],
        readinessProbe: { tcpSocket: { port: 7007 } },
      });
      await under.ready('echo');
      const bytes = 'x'.repeat(3_000_000);
      await forwarded('pod/echo :7007', async (port) => {
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
      await forwarded('pod/web :80', async (port) => {
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

    test('reports a port on which nothing listens as kubectl does for a real kubelet', async () => {
      const child = forwarded('pod/main :4444', (port) => page(port).catch(() => 'refused'));
      expect(await child).toBe('refused');
    });
  });
}

async function kubectlPath(): Promise<string> {
  const { findBinaries } = await import('../control-plane/binaries/index.ts');
  return (await findBinaries({ needed: ['kubectl'], onProgress: () => undefined })).kubectl;
}

/** The number of terminals of this machine with this size. */
async function terminalsOf(size: string): Promise<number> {
  const names = (await readdir('/dev/pts')).filter((name) => /^\d+$/.test(name));
  return names.filter((name) => sizeOf(name) === size).length;
}

/** The size of a terminal; `undefined` if it was closed meanwhile. */
function sizeOf(name: string): string | undefined {
  try {
    return execFileSync('stty', ['-F', `/dev/pts/${name}`, 'size'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}
