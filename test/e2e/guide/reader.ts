import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { run } from '../../../scripts/run.ts';
import { followBlock, type Files } from '../../support/guide/follow-page.ts';
import type { Block, PageCommand } from '../../support/guide/page.ts';
import { until } from '../../support/until.ts';
import type { UserProject } from '../../support/user-project.ts';
import { isAsShown } from './shown-output.ts';

/** Programs that a reader starts in a terminal of their own, and what they print once they work. */
const programs: Readonly<Record<string, RegExp>> = {
  'npx kubewright dev': /export KUBECONFIG=(\S+)/,
};

/** What the test has done before the first page. */
const done = [/^npm create /, /^cd /];

/** Commands whose repetition would have another effect. All others are repeated until they print what the page shows. */
const runOnce = /^(npx|npm|kubectl (create|delete)) /;

/** Follows the pages of the guide in a project: writes their files, runs their commands, and compares the output. */
export class Reader implements AsyncDisposable {
  readonly #project: UserProject;
  readonly #programs = new Map<string, ChildProcess>();
  #files: Files;

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
    if (text !== before.get(block.file)) await writeFile(file, text);
  }

  async #run({ command, output }: PageCommand): Promise<void> {
    if (done.some((pattern) => pattern.test(command))) return;
    const ready = programs[command];
    if (ready !== undefined) return this.#start(command, ready);
    const print = async (): Promise<true> => {
      const printed = await this.#print(command);
      if (output === undefined || isAsShown(output, printed)) return true;
      throw new Error(`${command} printed:\n${printed}\ninstead of:\n${output}`);
    };
    await (runOnce.test(command) ? print() : until(`${command} prints what the page shows`, print));
  }

  async #print(command: string): Promise<string> {
    const { folder: cwd, env } = this.#project;
    const { output } = await run({ name: command, argv: ['/bin/sh', '-c', `exec 2>&1\n${command}`] }, { cwd, env });
    return output;
  }

  /** Starts a program. One that has a cluster of its own ends those before it. */
  async #start(command: string, ready: RegExp): Promise<void> {
    if (ready.source.includes('KUBECONFIG')) await this[Symbol.asyncDispose]();
    const { folder: cwd, env } = this.#project;
    const child = spawn('/bin/sh', ['-c', `exec ${command.replace(/^npx /, '')}`], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#programs.set(command, child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)));
    const [, kubeconfig] = await until(`${command} prints ${String(ready)}`, async () => {
      if (child.exitCode !== null) throw new Error(printed);
      return ready.exec(printed) ?? undefined;
    });
    if (kubeconfig !== undefined) env['KUBECONFIG'] = kubeconfig;
  }

  /** Ends the started programs, in order of their start. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#programs.values()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
    this.#programs.clear();
  }
}
