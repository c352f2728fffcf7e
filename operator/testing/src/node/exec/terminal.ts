import { execFile } from 'node:child_process';
import { readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

import type { Clock } from '@kubewright/runtime/internal/base';
import type { TerminalSize } from '../../kubelet/index.ts';
import { processTable } from '../../processes/index.ts';

/** `script` of util-linux, which nearly every Linux has. It opens a terminal; Node cannot. */
const script = '/usr/bin/script';
const stty = '/usr/bin/stty';
const pollMs = 20;

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The command that runs `line`, with the variables `env`, in a terminal of its own. */
export function inTerminal(line: readonly string[], env: Command['env']): Command {
  const shellLine = `unset SCRIPT; ${ownShell(env)}; exec ${line.map(quoted).join(' ')}`;
  const flags = ['--quiet', '--flush', '--return', '--echo', 'always'];
  return {
    command: script,
    args: [...flags, '--command', shellLine, '/dev/null'],
    env: { TERM: 'xterm', ...env, SHELL: '/bin/sh' },
  };
}

/** A shell line that restores the container's own `SHELL`: `script` starts its shell by this variable. */
function ownShell({ SHELL }: Command['env']): string {
  return SHELL === undefined ? 'unset SHELL' : `SHELL=${quoted(SHELL)}`;
}

/** Quotes one word for a shell, in single quotes: only a single quote has to be escaped there. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Sets new sizes of the terminal below `pid` until `ended` aborts. Sizes in between may be skipped, but not the last
 * one.
 */
export function terminalSizer(
  pid: number,
  clock: Pick<Clock, 'sleep'>,
  ended: AbortSignal,
): (size: TerminalSize) => void {
  let wanted: TerminalSize | undefined;
  let isBusy = false;
  async function resize(): Promise<void> {
    isBusy = true;
    const path = await terminalOf(pid, clock, ended);
    while (path !== undefined && wanted !== undefined) {
      const { width, height } = wanted;
      wanted = undefined;
      const args = ['-F', path, 'rows', String(height), 'cols', String(width)];
      // Fails if the terminal was closed meanwhile.
      await promisify(execFile)(stty, args).catch(() => undefined);
    }
    isBusy = false;
  }
  return (size) => {
    wanted = size;
    if (!isBusy) void resize();
  };
}

/** The path of the terminal that `script` opened for its child; `undefined` if `ended` aborts first. */
async function terminalOf(pid: number, clock: Pick<Clock, 'sleep'>, ended: AbortSignal): Promise<string | undefined> {
  while (!ended.aborted) {
    const children = processTable().filter(({ parentPid }) => parentPid === pid);
    for (const child of children) {
      const path = await readlink(`/proc/${String(child.pid)}/fd/0`).catch(() => '');
      if (path.startsWith('/dev/pts/')) return path;
    }
    await clock.sleep(pollMs, ended).catch(() => undefined);
  }
  return undefined;
}
