import { OperatorError, type Action, type Desired, type Pod } from '@kubewright/runtime';
import type { ImmortalContainer } from '../../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import type { Context } from '../dependencies.ts';
import { imageAnnotation, ordinalAnnotation } from '../desired.ts';
import { reconcile } from '../reconcile.ts';
import { someContainer, somePod } from './some-pods.ts';

/** Where a process ends: right before or right after the call of this number, counted from 0. */
export interface Crash {
  readonly call: number;
  readonly when: 'before' | 'after';
}

/** Ends a run as a crash does. */
export class Crashed extends Error {}

type Status = NonNullable<ImmortalContainer['status']>;

/** A cluster of one ImmortalContainer, for tests: it counts the Pods that were really made, and can end or hinder any call. */
export class World {
  /** Pods that were made. What the status has to say in the end. */
  made = 0;
  pod: Pod | undefined;
  status: Status | undefined;
  /** What the last run stated: the runtime writes it, also with a refusal. */
  stated: Status | undefined;
  image = 'nginx:1';
  /** The calls that changed something: `create 2`, `delete`, `status phoenix-immortalpod 2`. */
  readonly calls: string[] = [];
  /** Called before each call with its name; throws what the API server would answer. */
  hindrance: (call: string) => void = () => undefined;
  /** Whether the Pod is watched: one of an older operator is not. */
  watched = true;
  nowMs = Date.parse('2026-01-02T00:00:00Z');
  #uncounted = new Map<string, number>();
  #crash: Crash | undefined;
  #number = 0;

  /** Runs the controller in its process until it has nothing to change, as events of its Pod would have it do. */
  async settle(): Promise<Action> {
    for (let run = 0; run < 20; run += 1) {
      const before = JSON.stringify([this.pod, this.status]);
      const action = await this.run();
      this.#podsEnd();
      if (JSON.stringify([this.pod, this.status]) === before) return action;
    }
    throw new OperatorError('TIMED_OUT', 'come to rest');
  }

  /** One run, and the write of the status at its end. */
  async run(): Promise<Action> {
    this.stated = undefined;
    const set = (status: unknown): void => {
      this.stated = status as Status;
    };
    const action = await reconcile(this.container, {
      pods: {
        get: () => (this.watched ? this.pod : undefined),
        getLive: () => Promise.resolve(this.pod),
        list: () => [],
        listAll: () => [],
        keep: () => Promise.reject(new OperatorError('DECLARATION_INVALID', 'keep a Pod')),
        apply: (desired: Desired<Pod>) => this.#apply(desired.metadata.annotations ?? {}),
        delete: () => this.#delete(),
      },
      status: {
        set,
        save: (status: unknown) => {
          set(status);
          return this.#write(status as Status);
        },
      },
      uncounted: this.#uncounted,
      clock: { now: () => this.nowMs },
    } as unknown as Context);
    await this.#writeStated();
    return action;
  }

  async #writeStated(): Promise<void> {
    if (this.stated !== undefined) await this.#write(this.stated);
  }

  /** A new process, whose memory is empty. */
  restart(): void {
    this.#uncounted = new Map();
    this.#crash = undefined;
  }

  /** The process ends at this call, counted from now. */
  crashAt(crash: Crash): void {
    this.#crash = crash;
    this.#number = 0;
  }

  get container(): ImmortalContainer {
    return someContainer({ spec: { image: this.image }, ...(this.status && { status: this.status }) });
  }

  /** What `kubectl delete pod` does, or the operator: the Pod is still there for a moment. */
  deletePod(): void {
    if (this.pod) this.pod = changed(this.pod, { deletionTimestamp: '2026-01-01T00:00:00Z' });
  }

  #podsEnd(): void {
    if (this.pod?.metadata.deletionTimestamp !== undefined) this.pod = undefined;
  }

  async #apply(annotations: Readonly<Record<string, string>>): Promise<Pod> {
    const { pod } = this;
    if (pod === undefined) {
      const ordinal = Number(annotations[ordinalAnnotation]);
      return this.#call(`create ${String(ordinal)}`, () => {
        this.made += 1;
        return (this.pod = somePod(this.container, ordinal));
      });
    }
    if (pod.metadata.annotations?.[ordinalAnnotation] === annotations[ordinalAnnotation]) return pod;
    return this.#call(`apply ${annotations[ordinalAnnotation] ?? ''} ${annotations[imageAnnotation] ?? ''}`, () => {
      return (this.pod = changed(pod, { annotations }));
    });
  }

  async #delete(): Promise<boolean> {
    await this.#call('delete', () => {
      this.deletePod();
    });
    return false;
  }

  async #write(status: Status): Promise<void> {
    if (JSON.stringify(status) === JSON.stringify(this.status)) return;
    await this.#call(`status ${status.currentPod ?? ''} ${String(status.startTimes)}`, () => {
      this.status = status;
    });
  }

  async #call<T>(name: string, effect: () => T): Promise<T> {
    const at = this.#number;
    this.#number += 1;
    if (this.#crash?.call === at && this.#crash.when === 'before') throw new Crashed(name);
    this.hindrance(name);
    const result = effect();
    this.calls.push(name);
    if (this.#crash?.call === at && this.#crash.when === 'after') throw new Crashed(name);
    return Promise.resolve(result);
  }
}

function changed(pod: Pod, metadata: Partial<Pod['metadata']>): Pod {
  return { ...pod, metadata: { ...pod.metadata, ...metadata } };
}
