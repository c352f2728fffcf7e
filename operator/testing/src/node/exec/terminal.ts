import { execFile } from 'node:child_process';
import { readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

import type { Clock } from '@kubewright/runtime/internal/base';
import type { TerminalSize } from '../../kubelet/index.ts';
import { processTable } from '../../processes/index.ts';

/** From util-linux, which nearly every Linux has: Node itself cannot open a terminal. */
const script = '/usr/bin/script';
const stty = '/usr/bin/stty';
const pollMs = 20;

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Wraps `line` with `env` so that it runs in a terminal of its own. */
export function inTerminal(line: readonly string[], env: Command['env']): Command {
  const shellLine = `unset SCRIPT; ${ownShell(env)}; exec ${line.map(quoted).join(' ')}`;
  const flags = ['--quiet', '--flush', '--return', '--echo', 'always'];
  return {
    command: script,
    args: [...flags, '--command', shellLine, '/dev/null'],
    env: { TERM: 'xterm', ...env, SHELL: '/bin/sh' },
  };
}

/**
 * `script` runs its shell line with the shell that `SHELL` names. This resets the variable to the container's own
 * value.
 */
function ownShell({ SHELL }: Command['env']): string {
  return SHELL === undefined ? 'unset SHELL' : `SHELL=${quoted(SHELL)}`;
}

/** Quotes one word for a shell: between single quotes, only a single quote is special. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Sets each new size in the terminal below `pid` until `ended`; sizes in between may be skipped, the last one is not.
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
      // The terminal may have been closed.
      await promisify(execFile)(stty, args).catch(() => undefined);
    }
    isBusy = false;
  }
  return (size) => {
    wanted = size;
    if (!isBusy) void resize();
  };
}

/** The terminal that `script` opened for its child; `undefined` once it has ended. */
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
