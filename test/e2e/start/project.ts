import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { findBinaries } from '../../../operator/testing/src/control-plane/binaries/index.ts';
import { filesOf } from '../../repo/examples.ts';
import { root, run } from '../../repo/run.ts';

/** A user's project in a folder outside of the repository. Disposing it ends its processes and removes the folder. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
  /** Runs shell commands in the folder, and resolves with their output. If one fails, it rejects with the output. */
  sh(commands: string): Promise<string>;
  /** Starts a script of its `package.json` directly, not by npm. Disposing the project ends it. */
  start(script: string): Promise<ChildProcess>;
  /** Starts a script as npm does, in a shell that waits for it: a signal to the child reaches only the shell. */
  startInShell(script: string): Promise<ChildProcess>;
  /** Ends a started process with SIGTERM, and resolves with its exit code. */
  end(child: ChildProcess): Promise<number | null>;
  /** The environment of commands and scripts; a change affects those that start later. */
  readonly env: Record<string, string | undefined>;
  read(file: string): Promise<string>;
}

/** Writes the project of a page, beside the tarballs of our packages as they would be published. Installs nothing. */
export async function makeProject(page: string): Promise<Project> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'start-'));
  const files = new Map([...filesOf(page), ['package-lock.json', await lockfile(page)]]);
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  await pack(path.join(folder, 'packages'));
  const { kubectl } = await findBinaries();
  return projectIn(folder, path.dirname(kubectl));
}

function projectIn(folder: string, kubectlFolder: string): Project {
  const started: ChildProcess[] = [];
  // Variables that npm sets for this repository are wrong in the project, and so is the condition in NODE_OPTIONS that
  // resolves our packages to their sources.
  const ofRepository = /^(npm_(package|lifecycle)_|npm_config_node_options$|NODE_OPTIONS$)/;
  const own = Object.entries(process.env).filter(([name]) => !ofRepository.test(name));
  const bins = [path.join(folder, 'node_modules/.bin'), path.dirname(process.execPath), kubectlFolder];
  // Another operator may use the default ports of this machine.
  const ports = { METRICS_PORT: '0', HEALTH_PORT: '0' };
  const env = { ...Object.fromEntries(own), ...ports, PATH: [...bins, process.env['PATH']].join(path.delimiter) };
  const options = () => ({ cwd: folder, env });
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  const start = async (script: string, commandOf: (text: string) => string): Promise<ChildProcess> => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
    // npm sets this variable: with it, the control plane ends when this process does, in whatever way.
    const own = { ...options(), env: { ...env, npm_lifecycle_event: script } };
    const child = spawn('/bin/sh', ['-c', commandOf(scripts[script] ?? 'false')], {
      ...own,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(child);
    return child;
  };
  return {
    folder,
    env,
    sh: async (commands) => {
      const { ok, output } = await run({ name: 'sh', argv: ['/bin/sh', '-ec', `exec 2>&1\n${commands}`] }, options());
      if (ok) return output;
      throw new Error(`failed to run what the page says:\n${commands}\n${output}`);
    },
    start: (script) => start(script, (text) => `exec ${text}`),
    // A shell replaces itself with its last command.
    startInShell: (script) => start(script, (text) => `${text}; true`),
    end: ended,
    read,
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map(ended));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.stdout?.resume();
    const end = once(child, 'exit');
    child.kill('SIGTERM');
    await end;
  }
  return child.exitCode;
}

/** Packs our packages as `npm test` has built them. */
async function pack(folder: string): Promise<void> {
  await mkdir(folder);
  const folders = ['operator/runtime', 'operator/testing', 'operator/generate', 'imports', 'infra'];
  const workspaces = folders.flatMap((each) => ['-w', each]);
  await promisify(execFile)('npm', ['pack', '--ignore-scripts', ...workspaces, '--pack-destination', folder], {
    cwd: root,
  });
}

interface Lockfile {
  readonly packages: Record<string, unknown>;
}

/**
 * A lockfile with the versions that this repository has pinned, so that each run installs the same, and from npm's
 * cache. The entry of the project itself is its `package.json`.
 */
async function lockfile(page: string): Promise<string> {
  const { packages, ...rest } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const installed = Object.entries(packages).filter(([at]) => /^node_modules\/(?!@kubewright\/)/.test(at));
  const nested = Object.entries(packages).filter(([at]) => at.startsWith('operator/node_modules/'));
  const ours = ['runtime', 'testing'].flatMap((name) =>
    nested.map(([at, entry]) => [at.replace('operator', `node_modules/@kubewright/${name}`), entry] as const),
  );
  const project = JSON.parse(filesOf(page).get('package.json') ?? '{}') as object;
  return JSON.stringify({ ...rest, packages: { '': project, ...Object.fromEntries([...installed, ...ours]) } });
}
