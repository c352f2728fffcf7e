import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { startProcesses, type Processes } from '../../processes/index.ts';
import { freePorts } from '../../sockets.ts';
import type { Component } from './component.ts';
import { ManagedComponent, type ComponentExit, type ManagedComponentOptions } from './managed-component.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path));
let processes: Processes;
beforeEach(async () => {
  processes = await startProcesses({ directory });
});
afterEach(async () => {
  await processes[Symbol.asyncDispose]();
});

/** A fake component: listens on its port, and prints Go's message if the port is in use, like the real ones. */
const listening = `
const server = require('node:net').createServer((socket) => socket.end(String(process.pid)));
server.on('error', () => { console.error('listen tcp: bind: address already in use'); process.exit(1); });
server.listen(Number(process.argv[1]), '127.0.0.1', () => console.log('up'));`;

const buildComponent = (script: string, more: Partial<Component> = {}): Component => ({
  name: 'etcd',
  command: process.execPath,
  restarts: false,
  portCount: 1,
  args: ([port]) => ['-e', script, String(port)],
  isReady: async ([port]) => (await readPidOn(port)) !== '',
  ...more,
});

function readPidOn(port: number | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port ?? 0, '127.0.0.1');
    socket.once('error', reject).once('data', (data) => resolve(data.toString()));
  });
}

function manage(script: string, more: Partial<Component & ManagedComponentOptions> = {}): ManagedComponent {
  return new ManagedComponent(buildComponent(script, more), { processes, logDirectory: directory, ...more });
}

describe('starting', () => {
  test('resolves when it is ready', async () => {
    const managed = manage(listening);
    await managed.start();
    expect(await readPidOn(managed.ports[0])).toMatch(/^\d+$/);
    expect(await readFile(managed.logFile, 'utf8')).toBe('up\n');
  });

  test('takes other ports if another process has taken one in the meantime', async () => {
    const [taken = 0, free = 0] = await freePorts(2);
    const other = createServer().listen(taken, '127.0.0.1');
    const offers = [[taken], [free]];
    const managed = manage(listening, { pickPorts: async () => offers.shift() ?? [] });
    await managed.start();
    expect(managed.ports).toEqual([free]);
    other.close();
  });

  test('fails with the end of its log when it ends before it is ready', async () => {
    const managed = manage(`console.error('unknown flag: --nonsense'); process.exit(2)`);
    await expect(managed.start()).rejects.toMatchObject({
      name: 'ComponentError',
      component: 'etcd',
      logFile: managed.logFile,
      message:
        'failed to start etcd: the process ended with exit code 2; the end of its log:\nunknown flag: --nonsense',
    });
  });

  test('fails when it is not ready in time, and leaves no process', async () => {
    const runs = async (): Promise<void> => expect(await readFile(managed.logFile, 'utf8')).toMatch(/^\d+\n$/);
    const managed = manage(`console.log(process.pid); setInterval(() => {}, 1000)`, {
      isReady: async () => {
        await vi.waitFor(runs, 15_000);
        return false;
      },
      readyWithinMs: 300,
    });
    await expect(managed.start()).rejects.toThrow('the process was not ready within 300 ms');
    const pid = Number(await readFile(managed.logFile, 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('can be aborted', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const isReady = async (): Promise<boolean> => {
      stop.abort(reason);
      return false;
    };
    await expect(manage(`setInterval(() => {}, 1000)`, { isReady }).start(stop.signal)).rejects.toBe(reason);
  });
});

describe('a running part', () => {
  test('retains its ports and its log across restarts', async () => {
    const managed = manage(listening);
    await managed.start();
    const [ports, pid] = [managed.ports, await readPidOn(managed.ports[0])];
    await managed.stop(0);
    await expect(readPidOn(ports[0])).rejects.toThrow('ECONNREFUSED');
    await managed.start();
    expect(managed.ports).toEqual(ports);
    expect(await readPidOn(ports[0])).not.toBe(pid);
    expect(await readFile(managed.logFile, 'utf8')).toBe('up\nup\n');
  });

  test('can end by itself within the grace period', async () => {
    const managed = manage(`${listening} process.on('SIGTERM', () => { console.log('bye'); process.exit(0); });`);
    await managed.start();
    await managed.stop(5_000);
    expect(await readFile(managed.logFile, 'utf8')).toBe('up\nbye\n');
  });

  test('is killed after the grace period', async () => {
    const managed = manage(`${listening} process.on('SIGTERM', () => console.log('no'));`);
    await managed.start();
    await managed.stop(2_000);
    await expect(readPidOn(managed.ports[0])).rejects.toThrow('ECONNREFUSED');
    expect(await readFile(managed.logFile, 'utf8')).toBe('up\nno\n');
  });

  test('does not inherit the environment of this process', async () => {
    const managed = manage(`console.log(JSON.stringify(process.env)); ${listening}`);
    await managed.start();
    expect((await readFile(managed.logFile, 'utf8')).split('\n')[0]).toBe('{"GOGC":"300"}');
  });
});

describe('an unexpected exit', () => {
  const killed = async (managed: ManagedComponent): Promise<string> => {
    const pid = await readPidOn(managed.ports[0]);
    process.kill(Number(pid), 'SIGKILL');
    return pid;
  };

  test('is reported, but a stop is not', async () => {
    const exits: ComponentExit[] = [];
    const managed = manage(listening, { onExit: (exit) => exits.push(exit) });
    await managed.start();
    await managed.stop(0);
    await managed.start();
    await killed(managed);
    await vi.waitFor(() => {
      expect(exits).toEqual([{ component: 'etcd', logFile: managed.logFile, code: null, signal: 'SIGKILL' }]);
    }, 5_000);
  });

  test('is followed by a restart if a kubelet would restart the part', async () => {
    const managed = manage(listening, { restarts: true });
    await managed.start();
    const pid = await killed(managed);
    await vi.waitFor(async () => expect(await readPidOn(managed.ports[0])).not.toBe(pid), { timeout: 15_000 });
  });

  test('causes no restart once it is stopped', async () => {
    const exited = Promise.withResolvers<ComponentExit>();
    const stopped = manage(listening, { restarts: true, onExit: exited.resolve });
    const revived = manage(listening, { name: 'kwok', restarts: true });
    await Promise.all([stopped.start(), revived.start()]);
    await killed(stopped);
    await exited.promise;
    await stopped.stop(0);
    const pid = await killed(revived); // By now, the other component would have been restarted as well.
    await vi.waitFor(async () => expect(await readPidOn(revived.ports[0])).not.toBe(pid), { timeout: 15_000 });
    expect(await readFile(stopped.logFile, 'utf8')).toBe('up\n');
  });
});
