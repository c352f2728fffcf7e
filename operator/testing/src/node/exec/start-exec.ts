import { anySignal, type Clock } from '@kubewright/runtime/internal/base';
import type { ExecOptions, ExecProcess } from '../../kubelet/index.ts';
import type { Processes, RunningProcess } from '../../processes/index.ts';
import { execLine } from '../environment/index.ts';
import { exitCodeOf, type PreparedContainer, type RunningContainer } from '../pods/index.ts';
import { withCopiedPaths } from './copied-paths.ts';
import { makeExecPipes } from './exec-pipes.ts';
import { type Command, inTerminal, terminalSizer } from './terminal.ts';

export interface StartExecOptions {
  readonly wanted: ExecOptions;
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
  readonly processes: Pick<Processes, 'start'>;
  /** The folder for the pipes while they are in use. */
  readonly directory: string;
  readonly clock: Pick<Clock, 'sleep'>;
}

/**
 * Executes a command in a running container: with its variables, in its working directory, and with the programs that
 * stand for the executables of its image. The command is killed, with all its descendants, when the container ends or
 * the client disconnects.
 *
 * Rejects: when it cannot be started.
 */
export async function startExec(container: RunningContainer, options: StartExecOptions): Promise<ExecProcess> {
  const { wanted, processes, directory } = options;
  const command = await commandOf(wanted, container.prepared);
  const pipes = await makeExecPipes(directory);
  const { cwd } = container.prepared;
  const spec = { name: 'exec', ...command, cwd, logFile: '/dev/null', pipes: pipes.paths };
  const started = await processes.start(spec).catch(async (error: unknown) => {
    await pipes.drop();
    throw error;
  });
  const over = new AbortController();
  const exitCode = endOf(started, anySignal(options.signal, container.ended)).finally(() => over.abort());
  const streams = await pipes.connect();
  void exitCode.then(() => streams.stdin.destroy());
  const resize = wanted.tty ? terminalSizer(started.pid, options.clock, over.signal) : () => undefined;
  return { ...streams, exitCode, resize };
}

async function commandOf({ command, tty }: ExecOptions, { program, env }: PreparedContainer): Promise<Command> {
  const meant = await withCopiedPaths(command, env['POD_ROOT'] ?? '/');
  const [name, ...args] = execLine(meant, program);
  return tty ? inTerminal([name, ...args], env) : { command: name, args, env };
}

async function endOf(process: RunningProcess, signal: AbortSignal): Promise<number> {
  const kill = (): void => process.kill('SIGKILL');
  if (signal.aborted) kill();
  signal.addEventListener('abort', kill, { once: true });
  const exit = await process.exited;
  signal.removeEventListener('abort', kill);
  return exitCodeOf(exit);
}
