import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  getLogSize,
  readLogTail,
  type ProcessExit,
  type Processes,
  type RunningProcess,
} from '../../processes/index.ts';
import { freePorts } from '../../sockets.ts';
import { type Component, ComponentError, type ComponentName } from './component.ts';

/** An unexpected exit of a component. */
export interface ComponentExit extends ProcessExit {
  readonly component: ComponentName;
  /** The path of the log. */
  readonly logFile: string;
}

export interface ManagedComponentOptions {
  readonly processes: Processes;
  readonly logDirectory: string;
  readonly onExit?: (exit: ComponentExit) => void;
  /** How long the component may take to become ready, in milliseconds. @default 60_000 */
  readonly readyWithinMs?: number;
  /** Finds ports. @default - currently free ports */
  readonly pickPorts?: (count: number) => Promise<number[]>;
}

interface Launch {
  readonly process: RunningProcess;
  readonly ports: readonly number[];
  /** Where the log of this launch starts in the file, in bytes. */
  readonly logFrom: number;
  /** Whether the component was ready and is not being stopped, so that an exit is unexpected. */
  serving: boolean;
}

const defaults = { readyWithinMs: 60_000, pickPorts: freePorts };
const attempts = 5;
const pollMs = 40;
const reviveAfterMs = 500;
/**
 * Lets Go's heap grow to four times its live size before a collection, which saves a fifth of the API server's CPU time
 * for about 150 MB. https://pkg.go.dev/runtime#hdr-Environment_Variables
 */
const environment = { GOGC: '300' };
const addressInUse = /address already in use/i;

export class ManagedComponent {
  readonly name: ComponentName;
  readonly logFile: string;
  readonly #component: Component;
  readonly #options: ManagedComponentOptions & typeof defaults;
  #ports: readonly number[] | undefined;
  #launch: Launch | undefined;
  /** Aborted while the component should not run. */
  #life = new AbortController();

  constructor(component: Component, options: ManagedComponentOptions) {
    this.name = component.name;
    this.logFile = join(options.logDirectory, `${component.name}.log`);
    this.#component = component;
    this.#options = { ...defaults, ...options };
  }

  /** The ports of the component once it has started; they stay the same after a restart. */
  get ports(): readonly number[] {
    return this.#ports ?? [];
  }

  /**
   * Starts the component and waits until it is ready. The first start picks free ports, and others if another process
   * takes one in the meantime. Throws: `ComponentError` if it exits or is not ready in time; the reason of `signal`. In
   * both cases the component is stopped.
   */
  async start(signal?: AbortSignal): Promise<void> {
    if (this.#launch !== undefined) return;
    if (this.#ports !== undefined) return this.#launchOn(this.#ports, signal);
    for (let attempt = 1; ; attempt++) {
      const ports = await this.#options.pickPorts(this.#component.portCount);
      try {
        await this.#launchOn(ports, signal);
        this.#ports = ports;
        return;
      } catch (error) {
        if (attempt === attempts || !(error instanceof PortTakenError)) throw error;
      }
    }
  }

  /** Waits until the component works again after an outage of a dependency. Does nothing if it is stopped. */
  async waitUntilReady(): Promise<void> {
    if (this.#launch !== undefined) await this.#waitForReadiness(this.#launch, undefined);
  }

  /**
   * Sends SIGTERM, and SIGKILL if the component has not exited after `graceMs`; SIGKILL at once if that is 0. Resolves
   * when it has exited.
   */
  async stop(graceMs: number): Promise<void> {
    this.#life.abort();
    const launch = this.#launch;
    if (launch === undefined) return;
    launch.serving = false;
    if (graceMs > 0) launch.process.kill('SIGTERM');
    const kill = setTimeout(() => launch.process.kill('SIGKILL'), graceMs);
    await launch.process.exited;
    clearTimeout(kill);
  }

  async #launchOn(ports: readonly number[], signal: AbortSignal | undefined): Promise<void> {
    this.#life = new AbortController();
    const launch = await this.#spawn(ports);
    this.#launch = launch;
    try {
      await this.#waitForReadiness(launch, signal);
      launch.serving = true;
    } catch (error) {
      await this.stop(0);
      throw error;
    }
  }

  async #spawn(ports: readonly number[]): Promise<Launch> {
    const { name, command } = this.#component;
    const logFrom = await getLogSize(this.logFile);
    const process = await this.#options.processes.start({
      name,
      command,
      args: this.#component.args(ports),
      // Components do not inherit the environment of this process: etcd reads ETCD_* settings, and none may use a
      // proxy.
      env: environment,
      logFile: this.logFile,
    });
    const launch: Launch = { process, ports, logFrom, serving: false };
    void process.exited.then((exit) => this.#handleExit(launch, exit));
    return launch;
  }

  async #waitForReadiness(launch: Launch, signal: AbortSignal | undefined): Promise<void> {
    const { readyWithinMs } = this.#options;
    const deadline = Date.now() + readyWithinMs;
    const exited = launch.process.exited.then((exit) => exit);
    for (;;) {
      signal?.throwIfAborted();
      const state = await Promise.race([exited, this.#isReady(launch.ports)]);
      if (state === true) return;
      if (state !== false) throw await this.#buildFailure(launch, `the process ended with ${formatExit(state)}`);
      if (Date.now() > deadline)
        throw await this.#buildFailure(launch, `the process was not ready within ${readyWithinMs} ms`);
      await sleep(pollMs);
    }
  }

  #isReady(ports: readonly number[]): Promise<boolean> {
    return this.#component.isReady(ports).catch(() => false);
  }

  async #buildFailure(launch: Launch, what: string): Promise<ComponentError> {
    const tail = await readLogTail(this.logFile, { from: launch.logFrom });
    const Failure = addressInUse.test(tail) ? PortTakenError : ComponentError;
    return new Failure(what, { component: this.name, logFile: this.logFile, tail });
  }

  #handleExit(launch: Launch, exit: ProcessExit): void {
    if (this.#launch === launch) this.#launch = undefined;
    if (!launch.serving) return;
    this.#options.onExit?.({ component: this.name, logFile: this.logFile, ...exit });
    // The restart fails if the component is stopped in the meantime, or the supervisor has ended; both are expected.
    if (this.#component.restarts) this.#revive(launch.ports).catch(() => undefined);
  }

  async #revive(ports: readonly number[]): Promise<void> {
    const { signal } = this.#life;
    await sleep(reviveAfterMs, undefined, { signal, ref: false });
    const launch = await this.#spawn(ports);
    launch.serving = !signal.aborted;
    if (signal.aborted) launch.process.kill('SIGKILL');
    else this.#launch = launch;
  }
}

/** Thrown if a port is in use. The caller tries other ports. */
class PortTakenError extends ComponentError {}

function formatExit({ code, signal }: ProcessExit): string {
  return signal ?? `exit code ${code ?? 'unknown'}`;
}
