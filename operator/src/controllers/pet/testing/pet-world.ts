import type { Pet } from '../../../apis/petstore.example.com/v1alpha1/pet.ts';
import { type Clock, OperatorError, tryFindCondition } from '@kubewright/runtime';
import {
  type NewPet,
  type Pet as StoredPet,
  type PetStore,
  PetStoreError,
  sharePetStore,
  type SharedPetStore,
} from '../../../pet-store/client/index.ts';
import type { Context } from '../dependencies.ts';
import { cleanUp, reconcile } from '../reconcile.ts';
import type { Status } from '../status.ts';

/** Something that the process does and others see: a call of the store, or a write of a status. */
export interface Step {
  readonly what: 'add' | 'update' | 'delete' | 'search' | 'status';
  /** Before it is done, or when it is done and nobody has been told. */
  readonly when: 'before' | 'after';
  readonly pet: string;
}

/** The process ends here. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** How often the store is looked at. */
export const resyncMs = 300_000;

/** A cluster with Pets and a pet store, in memory, for tests. What goes wrong is up to `onStep`: it may throw, or take its time. */
export class PetWorld {
  readonly clock: Clock;
  /** What the store holds. */
  readonly held = new Map<string, StoredPet>();
  /** What the cluster holds. */
  readonly pets = new Map<string, Pet>();
  readonly events: string[] = [];
  /** Calls of the store and writes of statuses, in the order in which they were done. */
  readonly done: string[] = [];
  onStep: (step: Step) => Promise<void> | void = () => undefined;
  #shared: SharedPetStore;
  #version = 0;
  #ids = 0;

  constructor(clock: Clock) {
    this.clock = clock;
    this.#shared = this.#share();
  }

  /** The process ends and another one begins: only the cluster and the store remember anything. */
  restart(): void {
    this.#shared = this.#share();
  }

  /** Makes a Pet, or changes its spec. */
  apply(name: string, spec: Pet['spec'], status?: Pet['status']): Pet {
    const before = this.pets.get(name) ?? newPet(name);
    return this.#keep({ ...before, spec, ...(status !== undefined && { status }) });
  }

  /** Asks for the end of a Pet; its finalizer holds it back. */
  remove(name: string): void {
    const pet = this.pets.get(name);
    if (pet === undefined) return;
    this.#keep({ ...pet, metadata: { ...pet.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
  }

  /** Puts a pet into the store, as somebody else would. */
  put(pet: NewPet, id = this.#newId()): string {
    this.held.set(id, { ...pet, id });
    return id;
  }

  /** One run for a Pet, as the runtime makes it. Throws what the run threw. */
  async run(name: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
    const pet = this.pets.get(name);
    if (pet === undefined) return;
    let version = pet.metadata.resourceVersion;
    let draft: Status | undefined;
    const set = (status: Status): void => {
      draft = status;
    };
    const save = async (status: Status): Promise<void> => {
      set(status);
      version = await this.#write(name, version, status);
    };
    const handles = {
      store: this.#shared,
      pets: {
        listAll: () => [...this.pets.values()],
        by: (_index: string, id: string) => [...this.pets.values()].filter(({ status }) => status?.id === id),
      },
      status: { set, save },
      events: {
        normal: (reason: string, note: string) => void this.events.push(`${reason}: ${note}`),
        warning: (reason: string, note: string) => void this.events.push(`${reason}: ${note}`),
      },
      clock: this.clock,
      signal,
    } as unknown as Context;
    try {
      if (pet.metadata.deletionTimestamp === undefined) await reconcile(pet, handles);
      else await cleanUp(pet, handles);
    } finally {
      if (draft !== undefined) await this.#write(name, version, draft).catch(() => undefined);
    }
    if (pet.metadata.deletionTimestamp !== undefined) this.pets.delete(name);
  }

  /** `True InSync` */
  condition(name: string, type: 'Ready' | 'Synced' = 'Synced'): string {
    const found = tryFindCondition(this.pets.get(name)?.status?.conditions, type);
    return `${found?.status ?? 'no'} ${found?.reason ?? 'condition'}`;
  }

  #share(): SharedPetStore {
    return sharePetStore(this.#store(), { clock: this.clock, resyncMs });
  }

  /** Conflicts like the API server; writes only what differs, like the runtime. */
  async #write(name: string, version: string, status: Status): Promise<string> {
    const pet = this.pets.get(name);
    if (pet?.metadata.resourceVersion !== version) throw new OperatorError('API_CONFLICT', 'write the status');
    if (JSON.stringify(pet.status) === JSON.stringify(status)) return version;
    await this.#step('status', name, () => {
      const now = this.pets.get(name);
      if (now?.metadata.resourceVersion !== version) throw new OperatorError('API_CONFLICT', 'write the status');
      this.#keep({ ...now, status: status as NonNullable<Pet['status']> });
    });
    return this.pets.get(name)?.metadata.resourceVersion ?? version;
  }

  #keep(pet: Pet): Pet {
    this.#version += 1;
    const kept: Pet = { ...pet, metadata: { ...pet.metadata, resourceVersion: String(this.#version) } };
    this.pets.set(pet.metadata.name, kept);
    return kept;
  }

  #newId(): string {
    this.#ids += 1;
    return `id-${String(this.#ids)}`;
  }

  async #step<T>(what: Step['what'], pet: string, act: () => T): Promise<T> {
    await this.onStep({ what, pet, when: 'before' });
    const result = act();
    this.done.push(`${what} ${pet}`.trim());
    await this.onStep({ what, pet, when: 'after' });
    return result;
  }

  #store(): PetStore {
    const close = (): Promise<void> => Promise.resolve();
    return {
      add: ([pet]) => this.#step('add', pet?.name ?? '', () => (pet === undefined ? [] : [this.put(pet)])),
      update: ([pet]) =>
        this.#step('update', pet?.name ?? '', () => {
          if (pet === undefined || !this.held.has(pet.id)) throw new PetStoreError('NotFound');
          this.held.set(pet.id, pet);
        }),
      delete: ([id = '']) => this.#step('delete', this.held.get(id)?.name ?? '', () => void this.held.delete(id)),
      search: () => this.#step('search', '', () => [...this.held.values()]),
      close,
      [Symbol.asyncDispose]: close,
    };
  }
}

function newPet(name: string): Omit<Pet, 'spec'> {
  const creationTimestamp = '2026-01-01T00:00:00Z';
  const metadata = { namespace: 'default', name, uid: `uid-of-${name}`, resourceVersion: '0', creationTimestamp };
  return { apiVersion: 'petstore.example.com/v1alpha1', kind: 'Pet', metadata };
}
