import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root } from '../../../scripts/run.ts';
import { openProject, type UserProject } from '../../support/user-project.ts';
import { RunningCommand } from './running-command.ts';

/** `kubewright dev` in a project. */
export class DevCommand implements AsyncDisposable {
  readonly project: UserProject;
  /** The command line that starts `kubewright`. */
  readonly #program: readonly [string, ...string[]];
  #command: RunningCommand | undefined;

  constructor(project: UserProject, program: readonly [string, ...string[]] = ['kubewright']) {
    this.project = project;
    this.#program = program;
  }

  /** Writes a project with the packages of this repository. @param files text by path */
  static async create(files: Readonly<Record<string, string>>): Promise<DevCommand> {
    const folder = await mkdtemp(path.join(tmpdir(), 'dev-command-'));
    await mkdir(path.join(folder, 'node_modules'));
    await symlink(path.join(root, 'node_modules/@kubewright'), path.join(folder, 'node_modules/@kubewright'));
    const program = [process.execPath, path.join(root, 'cli/src/main.ts')] as const;
    const command = new DevCommand(await openProject(folder), program);
    command.project.env['NODE_OPTIONS'] = process.env['NODE_OPTIONS'];
    await command.write({ 'package.json': '{ "type": "module" }', ...files });
    return command;
  }

  /** What the command has printed since its start or `clear`. */
  get printed(): string {
    return this.#command?.printed ?? '';
  }

  clear(): void {
    if (this.#command !== undefined) this.#command.printed = '';
  }

  /** Starts the command, and waits until its cluster runs. `project.sh` then uses this cluster. */
  async start(...flags: readonly string[]): Promise<void> {
    this.launch(...flags);
    [, this.project.env['KUBECONFIG']] = await this.awaitPrinted(/export KUBECONFIG=(\S+)/);
  }

  /** Starts the command, without waiting. */
  launch(...flags: readonly string[]): void {
    this.#command = new RunningCommand(this.project, [...this.#program, 'dev', ...flags]);
  }

  /** @returns the exit code */
  async end(signal?: NodeJS.Signals): Promise<number | null | undefined> {
    return this.#command?.end(signal);
  }

  /** Writes files, and clears `printed`. */
  async write(files: Readonly<Record<string, string>>): Promise<void> {
    this.clear();
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(this.project.folder, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
  }

  async awaitPrinted(pattern: RegExp): Promise<RegExpExecArray> {
    if (this.#command === undefined) throw new Error('awaitPrinted: start the command first');
    return this.#command.awaitPrinted(pattern);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await this.project[Symbol.asyncDispose]();
  }
}
