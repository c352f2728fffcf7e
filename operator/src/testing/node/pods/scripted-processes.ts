import { OperatorError } from '../../../runtime/base/index.ts';
import type { ProcessExit, Processes, ProcessSpec, RunningProcess } from '../../processes/index.ts';

/** For tests: a process that ends when the test says so, and what was sent to it. */
export interface ScriptedProcess {
  readonly spec: ProcessSpec;
  readonly pid: number;
  readonly signals: readonly NodeJS.Signals[];
  end(exit: number | NodeJS.Signals): void;
}

/** For tests: processes that only seem to run. */
export interface ScriptedProcesses extends Pick<Processes, 'start'> {
  /** In the order in which they were started. */
  readonly all: readonly ScriptedProcess[];
  /** Why nothing can be started from now on; `undefined` lifts it. */
  refuse(why: string | undefined): void;
}

/** @param reacts what a process does about a signal; nobody survives SIGKILL */
export function createScriptedProcesses(
  reacts: (process: ScriptedProcess, signal: NodeJS.Signals) => void = () => undefined,
): ScriptedProcesses {
  const all: ScriptedProcess[] = [];
  let refusal: string | undefined;
  return {
    all,
    refuse(why) {
      refusal = why;
    },
    async start(spec): Promise<RunningProcess> {
      if (refusal !== undefined) throw new OperatorError('CLUSTER_FAILED', `start ${spec.name}`, { hint: refusal });
      const exited = Promise.withResolvers<ProcessExit>();
      const signals: NodeJS.Signals[] = [];
      const process: ScriptedProcess = {
        spec,
        pid: 100 + all.length,
        signals,
        end: (exit) =>
          exited.resolve(typeof exit === 'number' ? { code: exit, signal: null } : { code: null, signal: exit }),
      };
      all.push(process);
      const kill = (signal: NodeJS.Signals): void => {
        signals.push(signal);
        if (signal === 'SIGKILL') process.end(signal);
        else reacts(process, signal);
      };
      return { name: spec.name, pid: process.pid, exited: exited.promise, kill };
    },
  };
}
