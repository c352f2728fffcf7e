import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root } from '../../../scripts/run.ts';
import { until } from '../../support/until.ts';
import { openProject, type UserProject } from '../../support/user-project.ts';

/** `kubewright dev` in a project with the packages of this repository, which `cli.test.ts` installs as well. */
export class DevCommand implements AsyncDisposable {
  readonly project: UserProject;
  /** What the command has printed since its start or `write`. */
  printed = '';
  #command: ChildProcess | undefined;

  private constructor(project: UserProject) {
    this.project = project;
  }

  /** Writes a project. @param files text by path */
  static async create(files: Readonly<Record<string, string>>): Promise<DevCommand> {
    const folder = await mkdtemp(path.join(tmpdir(), 'dev-command-'));
    await mkdir(path.join(folder, 'node_modules'));
    await symlink(path.join(root, 'node_modules/@kubewright'), path.join(folder, 'node_modules/@kubewright'));
    const command = new DevCommand(await openProject(folder));
    command.project.env['NODE_OPTIONS'] = process.env['NODE_OPTIONS'];
    await command.write({ 'package.json': '{ "type": "module" }', ...files });
    return command;
  }

  /** Starts the command, and waits until its cluster runs. `project.sh` then uses this cluster. */
  async start(...flags: readonly string[]): Promise<void> {
    this.launch(...flags);
    await this.awaitPrinted(/export KUBECONFIG=(\S+)/);
    this.project.env['KUBECONFIG'] = /export KUBECONFIG=(\S+)/.exec(this.printed)?.[1];
  }

  /** Starts the command, without waiting. */
  launch(...flags: readonly string[]): void {
    this.printed = '';
    const { folder, env } = this.project;
    const argv = [path.join(root, 'cli/src/main.ts'), 'dev', ...flags];
    const command = spawn(process.execPath, argv, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [command.stdout, command.stderr])
      stream.on('data', (data) => {
        this.printed += String(data);
      });
    this.#command = command;
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const command = this.#command;
    if (command?.exitCode !== null) return;
    const exit = once(command, 'exit');
    command.kill(signal);
    await exit;
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    this.printed = '';
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(this.project.folder, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
  }

  async awaitPrinted(pattern: RegExp): Promise<void> {
    const isPrinted = (): Promise<boolean> => {
      if (!pattern.test(this.printed)) throw new Error(this.printed);
      return Promise.resolve(true);
    };
    await until(`kubewright dev prints ${String(pattern)}`, isPrinted, { timeoutMs: 150_000 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await this.project[Symbol.asyncDispose]();
  }
}
