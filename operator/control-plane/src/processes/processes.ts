import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { OperatorError } from '@kubewright/runtime/internal/base';
import { Ledger } from './ledger.ts';
import { readLogTail } from './log-tail.ts';
import type { ProcessSpec, RunningProcess, SupervisorReply } from './running-process.ts';
import { endLeftovers } from './record.ts';

/**
 * Processes that never outlive this process: their parent is a supervisor, which ends them within 2 s after this
 * process has ended for any reason. Disposing ends all of them with SIGKILL; for a graceful stop, signal them first.
 */
export interface Processes extends AsyncDisposable {
  /**
   * Starts a process in a separate session.
   *
   * Throws: if it cannot be executed or its log file cannot be opened; if the supervisor has ended.
   */
  start(spec: ProcessSpec): Promise<RunningProcess>;
}

export interface ProcessesOptions {
  /**
   * Folder for the supervisor's record and log, with mode 0700; created if it is missing. Only one supervisor may use
   * it at a time.
   */
  readonly directory: string;
  /**
   * Whether the supervisor removes the whole folder when it ends, even after this process was killed. @default false
   */
  readonly isTemporary?: boolean;
}

/**
 * Starts a supervisor. If an earlier supervisor of the same directory was killed together with its parent, this ends
 * its processes first, each only if its start time still matches the record.
 *
 * Throws: if another running supervisor uses the directory.
 */
export async function startProcesses({ directory, isTemporary = false }: ProcessesOptions): Promise<Processes> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await endLeftovers(directory);
  const supervisor = await forkSupervisor(directory, isTemporary);
  const ledger = new Ledger((request) => supervisor.send(request, () => undefined));
  const ended = new Promise<void>((resolve) => {
    supervisor.once('exit', () => void ledger.onSupervisorEnded().then(resolve));
  });
  supervisor.on('message', (reply: SupervisorReply) => ledger.handle(reply));
  return {
    start: (spec) => ledger.start(spec),
    async [Symbol.asyncDispose]() {
      if (supervisor.connected) supervisor.disconnect();
      await ended;
    },
  };
}

/** The script `supervisor` next to this file: TypeScript in the repository, JavaScript in the package. */
const script = fileURLToPath(new URL(`./supervisor${extname(import.meta.url)}`, import.meta.url));

async function forkSupervisor(directory: string, isTemporary: boolean): Promise<ChildProcess> {
  const logFile = join(directory, 'supervisor.log');
  const log = openSync(logFile, 'a', 0o600);
  const supervisor = fork(script, [directory, isTemporary ? 'temporary' : 'kept'], {
    detached: true,
    execArgv: [],
    env: buildEnvironment(),
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  await waitUntilReady(supervisor, logFile);
  return supervisor;
}

async function waitUntilReady(supervisor: ChildProcess, logFile: string): Promise<void> {
  const started = await new Promise<true | Error | undefined>((resolve) => {
    supervisor
      .once('message', () => resolve(true))
      .once('error', resolve)
      .once('exit', () => resolve(undefined));
  });
  if (started === true) return;
  // A temporary directory is removed together with the log, so the error contains the end of the log.
  const hint = `the end of its log:\n${await readLogTail(logFile)}`;
  throw new OperatorError('CLUSTER_FAILED', 'start the supervisor', { hint, cause: started });
}

/**
 * Returns the environment for the supervisor and its processes: without the Node options of test runners and debuggers.
 */
function buildEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS, NODE_V8_COVERAGE, ...rest } = process.env;
  return rest;
}
