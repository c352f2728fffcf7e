import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs this machine's `apt-get` for any architecture in a separate folder, and installs nothing. */
export class Apt {
  readonly #architecture: string;
  readonly #state: string;
  #updated: Promise<NodeJS.ProcessEnv> | undefined;

  constructor({ architecture, cache }: { readonly architecture: string; readonly cache: string }) {
    this.#architecture = architecture;
    this.#state = path.join(cache, `apt-${architecture}`);
  }

  /**
   * Downloads package archives, ordered by name.
   *
   * @param names package names, with or without a version: `libc6`, `libc6=2.36-9`
   */
  async download(names: readonly string[]): Promise<readonly Buffer[]> {
    const env = await (this.#updated ??= this.#update());
    const folder = await mkdtemp(path.join(this.#state, 'new-'));
    try {
      await run('apt-get', ['download', '-qq', ...names], { env, cwd: folder });
      const files = (await readdir(folder)).sort();
      return await Promise.all(files.map((file) => readFile(path.join(folder, file))));
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** Reads this machine's package sources and keys, and writes only to the folder. */
  async #update(): Promise<NodeJS.ProcessEnv> {
    const state = this.#state;
    const config = path.join(state, 'apt.conf');
    for (const folder of ['lists', 'cache/archives']) {
      await mkdir(path.join(state, folder, 'partial'), { recursive: true });
    }
    await writeFile(path.join(state, 'status'), '');
    const lines = [
      `APT::Architecture "${this.#architecture}";`,
      `APT::Architectures { "${this.#architecture}"; };`,
      `Dir::State "${state}";`,
      `Dir::State::status "${path.join(state, 'status')}";`,
      `Dir::Cache "${path.join(state, 'cache')}";`,
      'Acquire::Languages "none";',
      // By default apt, run as root, switches to a user that cannot write here.
      'APT::Sandbox::User "root";',
    ];
    await writeFile(config, `${lines.join('\n')}\n`);
    const env = { ...process.env, LC_ALL: 'C', APT_CONFIG: config };
    await run('apt-get', ['update', '-qq', '-o', 'APT::Update::Error-Mode=any'], { env });
    return env;
  }
}
