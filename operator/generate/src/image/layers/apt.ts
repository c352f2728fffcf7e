import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `apt-get` of this machine for an architecture, which need not be its own, in a folder of its own. It installs nothing. */
export class Apt {
  readonly #architecture: string;
  readonly #state: string;
  #updated: Promise<NodeJS.ProcessEnv> | undefined;

  constructor({ architecture, cache }: { readonly architecture: string; readonly cache: string }) {
    this.#architecture = architecture;
    this.#state = path.join(cache, `apt-${architecture}`);
  }

  /**
   * The archives of packages, by the order of their names.
   *
   * @param names names, with or without a version: `libc6`, `libc6=2.36-9`
   */
  async download(names: readonly string[]): Promise<readonly Buffer[]> {
    const env = await (this.#updated ??= this.#update());
    const archives = path.join(this.#state, 'archives');
    await mkdir(archives, { recursive: true });
    const folder = await mkdtemp(path.join(archives, 'new-'));
    try {
      await run('apt-get', ['download', '-qq', ...names], { env, cwd: folder });
      const files = (await readdir(folder)).sort();
      return await Promise.all(files.map((file) => readFile(path.join(folder, file))));
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async #update(): Promise<NodeJS.ProcessEnv> {
    const env = { ...process.env, LC_ALL: 'C', APT_CONFIG: await this.#configure() };
    await run('apt-get', ['update', '-qq', '-o', 'APT::Update::Error-Mode=any'], { env });
    return env;
  }

  /** Debian's tools read the sources and the keys of this machine, and write nothing outside of their folder. */
  async #configure(): Promise<string> {
    const state = this.#state;
    await mkdir(path.join(state, 'lists', 'partial'), { recursive: true });
    await mkdir(path.join(state, 'cache', 'archives', 'partial'), { recursive: true });
    await writeFile(path.join(state, 'status'), '');
    const file = path.join(state, 'apt.conf');
    const lines = [
      `APT::Architecture "${this.#architecture}";`,
      `APT::Architectures { "${this.#architecture}"; };`,
      `Dir::State "${state}";`,
      `Dir::State::status "${path.join(state, 'status')}";`,
      `Dir::Cache "${path.join(state, 'cache')}";`,
      'Acquire::Languages "none";',
      // Otherwise apt, as root, gives up its rights and cannot write here.
      'APT::Sandbox::User "root";',
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    return file;
  }
}
