import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

import type { Question, Report } from './observer-process.ts';
import type { Wanted } from './tally.ts';

const script = path.join(import.meta.dirname, 'observer-process.ts');

/**
 * Watches Widgets and their children in a separate process, so that figures do not depend on what a peer reports about
 * itself, and changing Widgets does not delay them.
 */
export class Observer implements AsyncDisposable {
  readonly #process: ChildProcess;

  /** Starts the observer, and waits until it has seen all existing objects. */
  static async start(options: { readonly kubeconfigPath: string; readonly namespace: string }): Promise<Observer> {
    const argv = ['--kubeconfig', options.kubeconfigPath, '--namespace', options.namespace];
    const observer = new Observer(fork(script, argv, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
    await observer.#heard((report) => report === 'synced');
    return observer;
  }

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /**
   * Waits until all Widgets are up to date and all children exist. Returns when that was, in milliseconds since 1970.
   */
  async converged(wanted: Wanted, signal: AbortSignal): Promise<number> {
    this.#ask({ converged: wanted });
    const report = await this.#heard((each) => typeof each === 'object' && 'convergedAtMs' in each, signal);
    return (report as { readonly convergedAtMs: number }).convergedAtMs;
  }

  /** Returns the milliseconds from each change until its status was seen, for changes since the last call. */
  async takeLatencies(): Promise<readonly number[]> {
    this.#ask('latencies');
    const report = await this.#heard((each) => typeof each === 'object' && 'latenciesMs' in each);
    return (report as { readonly latenciesMs: readonly number[] }).latenciesMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#process.connected) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.disconnect();
    await ended;
  }

  #ask(question: Question): void {
    this.#process.send(question);
  }

  #heard(isIt: (report: Report) => boolean, signal?: AbortSignal): Promise<Report> {
    return new Promise((resolve, reject) => {
      const done = (end: () => void): void => {
        this.#process.off('message', onMessage).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
        end();
      };
      const onMessage = (report: Report): void => {
        if (isIt(report)) done(() => resolve(report));
      };
      const onExit = (): void => done(() => reject(new Error('the observer exited: see its error above')));
      const onAbort = (): void => done(() => reject(signal?.reason as Error));
      this.#process.on('message', onMessage).on('exit', onExit);
      signal?.addEventListener('abort', onAbort);
      if (signal?.aborted === true) onAbort();
    });
  }
}
