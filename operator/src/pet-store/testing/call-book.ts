import type { Fault, PetStoreMethod, StoppedCall, StoreCall, StoreHooks } from './fault.ts';

type CallPhase = 'before' | 'after';

interface CallStop {
  readonly when: CallPhase;
  /** The index of the call to pause, from 0; `undefined` for the next call. */
  readonly index: number | undefined;
  readonly reached: PromiseWithResolvers<StoreCall>;
  readonly released: PromiseWithResolvers<void>;
}

/** Records the calls of a store, and applies the faults, hooks and stops of a test to them. */
export class CallBook {
  #calls: StoreCall[] = [];
  #count = 0;
  #fault: Fault | undefined;
  #hooks: StoreHooks = {};
  readonly #stops = new Set<CallStop>();

  get calls(): readonly StoreCall[] {
    return this.#calls;
  }

  forget(): void {
    this.#calls = [];
  }

  setFault(fault?: Fault): void {
    this.#fault = fault;
  }

  setHooks(hooks: StoreHooks = {}): void {
    this.#hooks = hooks;
  }

  stopAt(when: CallPhase, index?: number): StoppedCall {
    const stop: CallStop = { when, index, reached: Promise.withResolvers(), released: Promise.withResolvers() };
    this.#stops.add(stop);
    return { reached: stop.reached.promise, release: () => stop.released.resolve() };
  }

  /** Called when a call arrives. Records it; the call waits until this resolves. */
  async begin(method: PetStoreMethod, request: unknown): Promise<StoreCall> {
    const call: StoreCall = { index: this.#count, method, request };
    this.#count += 1;
    this.#calls.push(call);
    await this.#hooks.before?.(call);
    await this.#wait('before', call);
    return call;
  }

  /** Called after the store has executed the call. The response waits until this resolves. */
  async end(call: StoreCall): Promise<void> {
    await this.#hooks.after?.(call);
    await this.#wait('after', call);
  }

  findFault({ method }: StoreCall): Fault | undefined {
    return this.#fault?.methods?.includes(method) === false ? undefined : this.#fault;
  }

  async #wait(when: CallPhase, call: StoreCall): Promise<void> {
    const stop = [...this.#stops].find((each) => each.when === when && (each.index ?? call.index) === call.index);
    if (stop === undefined) return;
    this.#stops.delete(stop);
    stop.reached.resolve(call);
    await stop.released.promise;
  }
}
