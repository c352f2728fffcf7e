import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { findBinaries } from '../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import { run } from '../../scripts/run.ts';

/** A user's project in a folder outside of the repository. Disposing it ends its processes and removes the folder. */
export interface UserProject extends AsyncDisposable {
  readonly folder: string;
  /**
   * Runs shell commands in the project's folder, and resolves with their output. If one fails, it rejects with the
   * output.
   */
  sh(commands: string): Promise<string>;
  /** Starts a script of the project's `package.json` without npm. */
  start(script: string): Promise<ChildProcess>;
  /** Starts a script as npm does, in a shell that waits for it: a signal to the child reaches only the shell. */
  startInShell(script: string): Promise<ChildProcess>;
  /** Ends a started process with SIGTERM, and resolves with its exit code. */
  end(child: ChildProcess): Promise<number | null>;
  /** The environment of commands and scripts; a change affects those that start later. */
  readonly env: Record<string, string | undefined>;
  read(file: string): Promise<string>;
}

/**
 * Opens the project in a folder. Its PATH begins with this process's Node, the project's executables and the pinned
 * kubectl.
 */
export async function openProject(folder: string): Promise<UserProject> {
  const started: ChildProcess[] = [];
  const env = await buildEnvironment(folder);
  const options = () => ({ cwd: folder, env });
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  const start = async (script: string, toCommand: (text: string) => string): Promise<ChildProcess> => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
    // npm sets this variable: with it, the control plane always ends with this process.
    const own = { ...options(), env: { ...env, npm_lifecycle_event: script } };
    const child = spawn('/bin/sh', ['-c', toCommand(scripts[script] ?? 'false')], {
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
      throw new Error(`failed in a user's project:\n${commands}\n${output}`);
    },
    start: (script) => start(script, (text) => `exec ${text}`),
    // Without `true`, the shell would replace itself with the script, which is then its last command.
    startInShell: (script) => start(script, (text) => `${text}; true`),
    end: awaitExit,
    read,
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map(awaitExit));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildEnvironment(folder: string): Promise<Record<string, string | undefined>> {
  const { kubectl } = await findBinaries();
  // Variables that npm sets for this repository are wrong in the project, as is the condition in NODE_OPTIONS that
  // resolves our packages to their sources.
  const ofRepository = /^(npm_(package|lifecycle)_|npm_config_node_options$|NODE_OPTIONS$)/;
  const own = Object.entries(process.env).filter(([name]) => !ofRepository.test(name));
  const bins = [path.join(folder, 'node_modules/.bin'), path.dirname(process.execPath), path.dirname(kubectl)];
  // Port 0 selects a free port, because another operator may use the default ports of this machine.
  const ports = { METRICS_PORT: '0', HEALTH_PORT: '0' };
  return { ...Object.fromEntries(own), ...ports, PATH: [...bins, process.env['PATH']].join(path.delimiter) };
}

async function awaitExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.stdout?.resume();
    const end = once(child, 'exit');
    child.kill('SIGTERM');
    await end;
  }
  return child.exitCode;
}
