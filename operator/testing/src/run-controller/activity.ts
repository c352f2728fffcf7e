import { getKey, formatKey, type KubeObject, getMessage, OperatorError } from '@kubewright/runtime/internal/base';
import type { ReconcileObserver, ReconcileResult } from '@kubewright/runtime/internal/controller';
import type { ControllerDefinition } from '@kubewright/runtime/internal/reconcile';

export class Activity {
  /** The number of running reconciles, including the steps of the runtime before and after the author's code. */
  running = 0;
  readonly results: ReconcileResult[] = [];
  readonly #keys = new Set<string>();
  readonly #expected: RegExp | undefined;
  #unexpected: Error | undefined;

  /** @param expected matches the messages of errors that the test expects */
  constructor(expected?: RegExp) {
    this.#expected = expected;
  }

  /**
   * The first error of the author's code that neither the test nor the runtime expects; `undefined` if all errors were expected.
   */
  get unexpected(): Error | undefined {
    return this.#unexpected;
  }

  /** Keys of objects for which the author's `reconcile` or `cleanUp` is running. */
  get keys(): readonly string[] {
    return [...this.#keys];
  }

  /** Wraps `reconcile` and `cleanUp` so that this object records their start, end and errors. */
  wrapDefinition(definition: ControllerDefinition): ControllerDefinition {
    const { reconcile, finalizer } = definition;
    return {
      ...definition,
      reconcile: (object, context) => this.#track(object, () => reconcile(object, context)),
      ...(finalizer && {
        finalizer: {
          ...finalizer,
          cleanUp: (object, context) => this.#track(object, () => finalizer.cleanUp(object, context)),
        },
      }),
    };
  }

  readonly observer: ReconcileObserver = {
    onStarted: () => void (this.running += 1),
    onFinished: (result) => {
      this.running -= 1;
      this.results.push(result);
    },
    onTerminalError: () => undefined,
    onTimedOut: () => undefined,
    onUncaughtError: () => undefined,
    onUnexpected: (key, error) => {
      // `search` ignores the flag `g`, with which `test` would start at the end of the last match.
      if (this.#expected !== undefined && getMessage(error).search(this.#expected) >= 0) return;
      const hint = `${getMessage(error)} (if the test expects this error, set expectedError)`;
      this.#unexpected ??= new OperatorError('TEST_FAILED', `reconcile ${key}`, { hint, cause: error });
    },
  };

  async #track<R>(object: KubeObject, work: () => Promise<R>): Promise<R> {
    const key = formatKey(getKey(object));
    this.#keys.add(key);
    try {
      return await work();
    } finally {
      this.#keys.delete(key);
    }
  }
}
