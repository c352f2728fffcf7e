import { getMessage } from '../report-error.ts';
import { type CheckResult, warning } from './finding.ts';

/** How long a user waits without a word. */
const silentMs = 2_000;

/** Runs checks, and names those that take long. Disposing it ends the words. */
export class RunningChecks implements Disposable {
  readonly #pending = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  /** @param say prints a line for the user */
  constructor(say: (text: string) => void) {
    this.#timer = setInterval(() => {
      if (this.#pending.size > 0) say(`still checking: ${[...this.#pending].join(', ')}`);
    }, silentMs).unref();
  }

  /** Runs one check. If it cannot be made, for example without a permission, that is a warning. Never rejects. */
  async run<T extends CheckResult>(check: string, make: () => Promise<T>): Promise<T | CheckResult> {
    this.#pending.add(check);
    try {
      return await make();
    } catch (error) {
      const remedy = 'ask for the permission, or check the connection, and run it again';
      return { check, summary: '', findings: [warning(`cannot check: ${check}: ${getMessage(error)}`, remedy)] };
    } finally {
      this.#pending.delete(check);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
