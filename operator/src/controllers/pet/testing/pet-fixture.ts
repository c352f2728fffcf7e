import { Event, tryFindCondition } from '@kubewright/runtime';

import type { ApiResponse } from '../../../../runtime/src/client/index.ts';
import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import {
  createInMemoryApiServer,
  type InMemoryApiServer,
  type RecordedRequest,
} from '../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../testing/src/run-controller/run-controller.ts';
import { Pet } from '../../../apis/petstore.example.com/v1alpha1/pet.ts';
import { type NewPet, type Pet as StoredPet, type PetStore, PetStoreError } from '../../../pet-store/client/index.ts';
import { pet as controller } from '../controller.ts';
import { sharePetStore } from '../shared-store.ts';
import { type Step, Steps } from './steps.ts';

/** How often the controller searches the whole store, in milliseconds. */
export const resyncMs = 300_000;

const namespace = 'default';
const apiVersion = 'petstore.example.com/v1alpha1';
const finalizers = ['petstore.example.com/finalizer'];

/** CEL rules that the fake API server ignores, because tests store Pets from before the CRD had them. */
const ignoredRules = ['self.trim() == self', 'has(self.spec) || oldSelf.hasValue() && !has(oldSelf.value().spec)'];

/**
 * Pets in a cluster, a store, and the process of the operator. `onStep` decides which steps fail, and where the process
 * crashes.
 */
export class PetFixture implements AsyncDisposable {
  readonly clock: FakeClock = createFakeClock();
  readonly server: InMemoryApiServer = createInMemoryApiServer({ kinds: [Pet], clock: this.clock, ignoredRules });
  /** The pets in the store, by id. */
  readonly held = new Map<string, StoredPet>();
  readonly #steps = new Steps();
  #run: ControllerRun | undefined;
  #ids = 0;
  #eventsBefore = 0;

  constructor() {
    this.server.intercept((request, next) => this.#answer(request, next));
  }

  set onStep(onStep: (step: Step) => Promise<void> | void) {
    this.#steps.onStep = onStep;
  }

  /** Calls of the store and status writes since the last `forget`. */
  get done(): readonly string[] {
    return this.#steps.done;
  }

  /** Returns the process; the first call starts it. */
  async run(): Promise<ControllerRun> {
    this.#run ??= await runController(controller, {
      server: this.server,
      uses: { store: sharePetStore(this.#store(), { clock: this.clock, resyncMs, random: () => 0 }) },
      expectedError: /the process has ended|a mistake of ours/,
    });
    return this.#run;
  }

  /** Starts the process if none runs, and waits until it is idle. */
  async settled(): Promise<void> {
    await (await this.run()).awaitIdle();
  }

  async advance(ms: number): Promise<void> {
    await (await this.run()).advance(ms);
  }

  async stop(): Promise<void> {
    await this.#run?.[Symbol.asyncDispose]();
    this.#run = undefined;
    this.#steps.hasCrashed = false;
  }

  /** Removes all failures, and starts a new process: only the cluster and the store keep their state. */
  async restart(): Promise<void> {
    await this.stop();
    this.onStep = () => undefined;
    await this.settled();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async apply(name: string, spec: Pet['spec']): Promise<void> {
    if (this.findPet(name) === undefined)
      await this.#pets().create({ apiVersion, kind: 'Pet', metadata: { namespace, name }, spec });
    else await this.#pets().mergePatch({ namespace, name }, { spec });
  }

  /** Creates a Pet as an earlier process left it. Call it only while no process runs. */
  async create(name: string, spec: Pet['spec'], status: NonNullable<Pet['status']>): Promise<void> {
    await this.#pets().create({ apiVersion, kind: 'Pet', metadata: { namespace, name, finalizers }, spec });
    await this.editStatus(name, status);
  }

  async editStatus(name: string, status: object): Promise<void> {
    await this.#pets().mergePatch({ namespace, name }, { status }, { subresource: 'status' });
  }

  /** Removes the spec, as in a Pet that was stored before the CRD required one. */
  async dropSpec(name: string): Promise<void> {
    await this.#pets().mergePatch({ namespace, name }, { spec: null });
  }

  /** Triggers a reconcile without a change of the spec. */
  async touch(name: string): Promise<void> {
    const annotations = { 'example.com/touched': this.server.resourceVersion };
    await this.#pets().mergePatch({ namespace, name }, { metadata: { annotations } });
  }

  async remove(name: string): Promise<void> {
    await this.#pets().delete({ namespace, name }, { propagation: 'Background' });
  }

  /** Puts a pet into the store, like another client. */
  put(pet: NewPet, id = this.#createId()): string {
    this.held.set(id, { ...pet, id });
    return id;
  }

  listPets(): readonly Pet[] {
    return this.server.objects<Pet>(Pet);
  }

  findPet(name: string): Pet | undefined {
    return this.listPets().find(({ metadata }) => metadata.name === name);
  }

  findId(name = 'pet'): string | undefined {
    return this.findPet(name)?.status?.id;
  }

  /** Status and reason of a condition: `True InSync`. */
  formatCondition(name: string, type: 'Ready' | 'Synced' | 'Stalled' = 'Synced'): string {
    const found = tryFindCondition(this.findPet(name), type);
    return `${found?.status ?? 'no'} ${found?.reason ?? 'condition'}`;
  }

  /** Returns the message of the condition `Ready`. */
  findMessage(name: string): string | undefined {
    return tryFindCondition(this.findPet(name), 'Ready')?.message;
  }

  /** Normal events since the last `forget`, such as `Added: Added pet Thor (id-1) to the pet store`. */
  listEvents(): readonly string[] {
    const normal = this.server.objects(Event).filter(({ type }) => type === 'Normal');
    return normal.slice(this.#eventsBefore).map(({ reason = '', note = '' }) => `${reason}: ${note}`);
  }

  /** Clears the recorded calls and events. */
  forget(): void {
    this.#steps.done.length = 0;
    this.#eventsBefore += this.listEvents().length;
  }

  #pets() {
    return this.server.client.resource(Pet);
  }

  #createId(): string {
    this.#ids += 1;
    return `id-${String(this.#ids)}`;
  }

  async #answer(request: RecordedRequest, next: () => Promise<ApiResponse>): Promise<ApiResponse> {
    this.#steps.throwIfCrashed();
    const { verb, kind, subresource, name = '' } = request;
    if (verb !== 'apply' || kind !== 'Pet' || subresource !== 'status') return next();
    return this.#steps.take('status', name, next);
  }

  #store(): PetStore {
    const steps = this.#steps;
    const close = (): Promise<void> => Promise.resolve();
    return {
      add: ([pet]) => steps.take('add', pet?.name ?? '', () => (pet === undefined ? [] : [this.put(pet)])),
      update: ([pet]) =>
        steps.take('update', pet?.name ?? '', () => {
          if (pet === undefined || !this.held.has(pet.id)) throw new PetStoreError('NotFound');
          this.held.set(pet.id, pet);
        }),
      delete: ([id = '']) => steps.take('delete', this.held.get(id)?.name ?? '', () => void this.held.delete(id)),
      search: (filter) =>
        filter === undefined
          ? steps.take('search', '', () => [...this.held.values()])
          : steps.take('probe', '', () => []),
      close,
      [Symbol.asyncDispose]: close,
    };
  }
}
