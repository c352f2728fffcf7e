import { keyOf, keyText, type KubeObject, messageOf, OperatorError } from '@kubewright/runtime/internal/base';
import type { ReconcileObserver, ReconcileResult } from '@kubewright/runtime/internal/controller';
import type { ControllerDefinition } from '@kubewright/runtime/internal/reconcile';

/** What a controller is doing. */
export class Activity {
  /** Reconciles that have begun and not ended, with what surrounds the author's own code. */
  underWay = 0;
  readonly results: ReconcileResult[] = [];
  readonly #keys = new Set<string>();
  readonly #expected: RegExp | undefined;
  #unexpected: Error | undefined;

  /** @param expected the errors that the test is about */
  constructor(expected?: RegExp) {
    this.#expected = expected;
  }

  /** The first error that neither the test nor the runtime expects of the author's code. */
  get unexpected(): Error | undefined {
    return this.#unexpected;
  }

  /** The resources that the author's code is at work on. */
  get keys(): readonly string[] {
    return [...this.#keys];
  }

  /** The same controller, whose work is noted here. */
  noting(definition: ControllerDefinition): ControllerDefinition {
    const { reconcile, finalizer } = definition;
    return {
      ...definition,
      reconcile: (object, context) => this.#during(object, () => reconcile(object, context)),
      ...(finalizer && {
        finalizer: {
          ...finalizer,
          cleanUp: (object, context) => this.#during(object, () => finalizer.cleanUp(object, context)),
        },
      }),
    };
  }

  readonly observer: ReconcileObserver = {
    started: () => void (this.underWay += 1),
    finished: (result) => {
      this.underWay -= 1;
      this.results.push(result);
    },
    terminalError: () => undefined,
    timedOut: () => undefined,
    panic: () => undefined,
    unexpected: (key, error) => {
      // Not `test`: that of a global expression continues where the last one ended.
      if (this.#expected !== undefined && messageOf(error).search(this.#expected) >= 0) return;
      const hint = `${messageOf(error)} (a test that is about this says so: expectedError)`;
      this.#unexpected ??= new OperatorError('TEST_FAILED', `reconcile ${key}`, { hint, cause: error });
    },
  };

  async #during<R>(object: KubeObject, work: () => Promise<R>): Promise<R> {
    const key = keyText(keyOf(object));
    this.#keys.add(key);
    try {
      return await work();
    } finally {
      this.#keys.delete(key);
    }
  }
}
