/**
 * The supervisor: the parent of all processes that its own parent requests. It has a pipe to its parent. When the
 * parent ends for any reason, even by SIGKILL, the pipe reaches end of file; then the supervisor ends all its processes
 * and itself. (Linux has a parent-death signal for this; Node cannot set it.)
 *
 * Started by `startProcesses` only: `node supervisor.ts <directory of the record> <temporary|kept>`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

import { endTrees } from './end-tree.ts';
import { identify, type ProcessIdentity } from './process-table.ts';
import { openOutput, type Output } from './output.ts';
import type { ProcessExit, ProcessSpec, SupervisorReply, SupervisorRequest } from './running-process.ts';
import { removeRecord, writeRecord } from './record.ts';

interface Running {
  readonly child: ChildProcess;
  readonly identity: ProcessIdentity;
  readonly output: Output;
  /** Set when SIGKILL is requested. Resolves when the process tree has ended. */
  killing?: Promise<void>;
}

const endWithinMs = 1_500;
const directory = process.argv[2] ?? process.cwd();
const isTemporary = process.argv[3] === 'temporary';
const self = identify(process.pid);
const running = new Map<number, Running>();
let ending = false;

process.on('message', (request: SupervisorRequest) => {
  if (request.type === 'start') start(request.id, request.spec);
  else sendSignal(request.id, request.signal);
});
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
// Ignores Ctrl-C and hang-ups, which a terminal also sends to the parent. If that ends the parent, the pipe reaches end
// of file.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
record();
reply({ type: 'ready' });

function start(id: number, spec: ProcessSpec): void {
  if (ending) return;
  try {
    const output = openOutput(spec);
    const child = spawnInOwnSession(spec, output);
    if (child.pid !== undefined) {
      track(id, { child, output }, child.pid);
      return;
    }
    child.once('error', (error) => reply({ type: 'refused', id, message: error.message }));
    output.drop();
  } catch (error) {
    reply({ type: 'refused', id, message: error instanceof Error ? error.message : String(error) });
  }
}

interface Spawned {
  readonly child: ChildProcess;
  readonly output: Output;
}

function spawnInOwnSession({ command, args, env, cwd }: ProcessSpec, output: Output): ChildProcess {
  try {
    return spawn(command, args, { detached: true, stdio: [...output.stdio], env: env ?? process.env, cwd });
  } catch (error) {
    output.drop();
    throw error;
  }
}

/** Records a started process. Throws: if it cannot be recorded; then the process is ended. */
function track(id: number, { child, output }: Spawned, pid: number): void {
  const identity = identify(pid) ?? { pid, startTime: '' };
  try {
    output.begin(pid);
    running.set(id, { child, identity, output });
    record();
  } catch (error) {
    running.delete(id);
    void endTrees([identity], endWithinMs);
    throw error;
  }
  child.once('exit', (code, exitSignal) => void handleExit(id, { code, signal: exitSignal }));
  reply({ type: 'started', id, identity });
}

async function handleExit(id: number, exit: ProcessExit): Promise<void> {
  const target = running.get(id);
  if (target === undefined) return;
  // As in a container, the descendants are killed when the first process has ended.
  await target.killing;
  await endTrees([target.identity], endWithinMs);
  await target.output.waitUntilDrained(endWithinMs);
  running.delete(id);
  if (ending) return;
  record();
  reply({ type: 'exited', id, exit });
}

function sendSignal(id: number, name: NodeJS.Signals): void {
  const target = running.get(id);
  if (target === undefined) return;
  if (name === 'SIGKILL') target.killing = endTrees([target.identity], endWithinMs);
  else target.child.kill(name);
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await endTrees(
    [...running.values()].map(({ identity }) => identity),
    endWithinMs,
  );
  if (isTemporary) rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  else removeRecord(directory);
  process.exit(0);
}

function record(): void {
  writeRecord(directory, { supervisor: self, processes: [...running.values()].map(({ identity }) => identity) });
}

function reply(message: SupervisorReply): void {
  // The parent may have ended although `disconnect` was not emitted yet.
  if (process.connected) process.send?.(message, () => undefined);
}
