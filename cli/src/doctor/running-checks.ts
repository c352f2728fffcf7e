import { getMessage } from '../report-error.ts';
import { type CheckResult, warning } from './finding.ts';

/** A check that takes longer than this is named to the user, so that the command does not seem to hang. */
const silentMs = 2_000;

/** Runs checks, and prints the names of slow ones. Disposal stops printing. */
export class RunningChecks implements Disposable {
  readonly #pending = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  /** @param say prints a line for the user */
  constructor(say: (text: string) => void) {
    this.#timer = setInterval(() => {
      if (this.#pending.size > 0) say(`still checking: ${[...this.#pending].join(', ')}`);
    }, silentMs).unref();
  }

  /** Runs one check. If it throws, for example for lack of a permission, the result is a warning. Never rejects. */
  async run<T extends CheckResult>(check: string, make: () => Promise<T>): Promise<T | CheckResult> {
    this.#pending.add(check);
    try {
      return await make();
    } catch (error) {
      const remedy =
        'get the missing permission or check the connection to the cluster, and run kubewright doctor again';
      return { check, summary: '', findings: [warning(`cannot check: ${check}: ${getMessage(error)}`, remedy)] };
    } finally {
      this.#pending.delete(check);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
