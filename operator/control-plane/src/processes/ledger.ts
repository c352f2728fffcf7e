import { constants } from 'node:os';

import { OperatorError } from '@kubewright/runtime/internal/base';
import { endTrees } from './end-tree.ts';
import { isStillRunning, type ProcessIdentity } from './process-table.ts';
import type {
  ProcessExit,
  ProcessSpec,
  RunningProcess,
  SupervisorReply,
  SupervisorRequest,
} from './running-process.ts';

interface Entry {
  readonly spec: ProcessSpec;
  readonly started: PromiseWithResolvers<RunningProcess>;
  readonly exited: PromiseWithResolvers<ProcessExit>;
  identity?: ProcessIdentity;
}

const endWithinMs = 1_500;

/** Matches the replies of the supervisor with the requests of this process, its parent. */
export class Ledger {
  readonly #send: (request: SupervisorRequest) => void;
  readonly #entries = new Map<number, Entry>();
  #lastId = 0;
  #ended = false;

  constructor(send: (request: SupervisorRequest) => void) {
    this.#send = send;
  }

  start(spec: ProcessSpec): Promise<RunningProcess> {
    if (this.#ended)
      return Promise.reject(
        startError(spec, 'the process that supervises the components of the control plane has ended'),
      );
    const id = ++this.#lastId;
    const entry: Entry = { spec, started: Promise.withResolvers(), exited: Promise.withResolvers() };
    this.#entries.set(id, entry);
    this.#send({ type: 'start', id, spec });
    return entry.started.promise;
  }

  handle(reply: SupervisorReply): void {
    if (reply.type === 'ready') return;
    const entry = this.#entries.get(reply.id);
    if (entry === undefined) return;
    if (reply.type === 'started') this.#onStarted(reply.id, entry, reply.identity);
    else this.#entries.delete(reply.id);
    if (reply.type === 'refused') entry.started.reject(startError(entry.spec, reply.message));
    if (reply.type === 'exited') entry.exited.resolve(reply.exit);
  }

  /**
   * Called when the supervisor has ended. Before a normal exit it has ended all processes. If it was killed, they still
   * run, and this process ends them.
   */
  async onSupervisorEnded(): Promise<void> {
    this.#ended = true;
    const identities = [...this.#entries.values()]
      .map(({ identity }) => identity)
      .filter((identity) => identity !== undefined);
    await endTrees(identities.filter(isStillRunning), endWithinMs);
    for (const { spec, started, exited } of this.#entries.values()) {
      started.reject(startError(spec, 'the process that supervises the components of the control plane has ended'));
      exited.resolve({ code: null, signal: 'SIGKILL' });
    }
    this.#entries.clear();
  }

  #onStarted(id: number, entry: Entry, identity: ProcessIdentity): void {
    entry.identity = identity;
    entry.started.resolve({
      name: entry.spec.name,
      pid: identity.pid,
      exited: entry.exited.promise,
      kill: (signal) => {
        if (!(signal in constants.signals))
          throw new OperatorError('CLUSTER_FAILED', `signal ${entry.spec.name}`, {
            hint: `this system does not support ${signal}`,
          });
        if (this.#entries.has(id)) this.#send({ type: 'signal', id, signal });
      },
    });
  }
}

function startError({ name, command }: ProcessSpec, why: string): Error {
  return new OperatorError('CLUSTER_FAILED', `start ${name} (${command})`, { hint: why });
}
