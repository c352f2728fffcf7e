import { Pod } from '@kubewright/runtime';

import type { ApiResponse } from '../../../../runtime/src/client/index.ts';
import {
  createInMemoryApiServer,
  type InMemoryApiServer,
  type RecordedRequest,
} from '../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../testing/src/run-controller/run-controller.ts';
import { ImmortalContainer } from '../../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import { immortalContainer } from '../controller.ts';
import { containerName, imageAnnotation, ordinalAnnotation } from '../desired.ts';
import { someContainer } from './some-pods.ts';

/** Where a test crashes the process: before or after its nth write, counted from 0. */
export interface Crash {
  readonly call: number;
  readonly when: 'before' | 'after';
}

type Status = NonNullable<ImmortalContainer['status']>;

const { apiVersion, kind, spec, metadata } = someContainer();
const key = { namespace: 'default', name: metadata.name };
const podKey = { namespace: 'default', name: `${metadata.name}-immortalpod` };

/** Milliseconds after which retries and the wait before a replacement are over. */
const longEnoughMs = 40_000;

/**
 * An in-memory cluster with one ImmortalContainer and the process of its operator. It counts created Pods. A test can
 * crash the process at any of its writes, or reject them.
 */
export class ContainerCluster implements AsyncDisposable {
  readonly server: InMemoryApiServer = createInMemoryApiServer({ kinds: [ImmortalContainer] });
  /** The number of Pods that were created, which the status must reach in the end. */
  created = 0;
  /** The writes of the process, in order: `create 2`, `delete`, `status phoenix-immortalpod 2`. */
  readonly calls: string[] = [];
  /**
   * Called before each write. If it returns a response, the client gets that response and the write is not executed.
   */
  interceptCall: (call: string) => ApiResponse | undefined | Promise<ApiResponse | undefined> = () => undefined;
  /** Whether the process has crashed. */
  hasCrashed = false;
  #run: ControllerRun | undefined;
  #crash: Crash | undefined;
  #number = 0;

  private constructor() {
    this.server.intercept((request, next) => this.#answer(request, next));
  }

  /** @param status the status before the test begins. @default - none */
  static async create(status?: Partial<Status>): Promise<ContainerCluster> {
    const cluster = new ContainerCluster();
    await cluster.#containers().create({ apiVersion, kind, metadata: key, spec });
    if (status !== undefined) await cluster.editStatus(status);
    return cluster;
  }

  /** Creates a cluster whose first Pod exists. */
  static async settled(): Promise<ContainerCluster> {
    const cluster = await ContainerCluster.create();
    await cluster.settle();
    cluster.calls.length = 0;
    return cluster;
  }

  get pod(): Pod | undefined {
    return this.server.objects(Pod)[0];
  }

  get status(): Status | undefined {
    return this.server.objects(ImmortalContainer)[0]?.status;
  }

  /** Returns the process; the first call starts it. */
  async run(): Promise<ControllerRun> {
    this.#run ??= await runController(immortalContainer, { server: this.server });
    return this.#run;
  }

  /** Lets the process run until it is idle and no retry is due. */
  async settle(): Promise<void> {
    const run = await this.run();
    await run.awaitIdle();
    // The process has seen the terminating Pod, so its deletion can complete now.
    if (!this.hasCrashed && this.pod?.metadata.deletionTimestamp !== undefined)
      await this.editPod({ metadata: { finalizers: null } });
    await run.advance(longEnoughMs);
    if (this.hasCrashed) await this.stop();
  }

  /** Stops the process; the next call of `run` starts a new one, whose memory is empty. */
  async restart(crash?: Crash): Promise<void> {
    await this.stop();
    this.#crash = crash;
    this.hasCrashed = false;
    this.#number = 0;
  }

  async stop(): Promise<void> {
    await this.#run?.[Symbol.asyncDispose]();
    this.#run = undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async setImage(image: string): Promise<void> {
    await this.#containers().mergePatch(key, { spec: { image } });
  }

  async editStatus(status: object): Promise<void> {
    await this.#containers().mergePatch(key, { status }, { subresource: 'status' });
  }

  async clearStatus(): Promise<void> {
    await this.editStatus({ currentPod: null, startTimes: null, conditions: null });
  }

  /**
   * Deletes the Pod like `kubectl delete pod`.
   *
   * @param finalizers other clients' finalizers, which delay the deletion.
   * @default - none: it is deleted at once
   */
  async losePod(finalizers: readonly string[] = []): Promise<void> {
    if (finalizers.length > 0) await this.editPod({ metadata: { finalizers } });
    await this.#pods().delete(podKey, { propagation: 'Background' });
  }

  async editPod(patch: object): Promise<void> {
    await this.#pods().mergePatch(podKey, patch);
  }

  async setPodStatus(status: object): Promise<void> {
    await this.#pods().mergePatch(podKey, { status }, { subresource: 'status' });
  }

  /** Creates a Pod as an older operator did, without ordinal and without the label that watches select. */
  async createOlderPod(): Promise<void> {
    const { uid } = this.server.objects(ImmortalContainer)[0]?.metadata ?? metadata;
    const ownerReferences = [{ apiVersion, kind, name: key.name, uid, controller: true }];
    await this.#pods().create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...podKey, ownerReferences },
      spec: { containers: [{ name: containerName, image: spec.image }] },
    });
  }

  #containers() {
    return this.server.client.resource(ImmortalContainer);
  }

  #pods() {
    return this.server.client.resource(Pod);
  }

  async #answer(request: RecordedRequest, next: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const call = this.#describeCall(request);
    if (call === undefined) return next();
    if (this.hasCrashed) throw new CrashError();
    const at = this.#number;
    this.#number += 1;
    this.#crashIf({ call: at, when: 'before' });
    const rejection = await this.interceptCall(call);
    if (rejection !== undefined) return rejection;
    const response = await next();
    this.calls.push(call);
    if (call.startsWith('create')) this.created += 1;
    this.#crashIf({ call: at, when: 'after' });
    return response;
  }

  #crashIf({ call, when }: Crash): void {
    if (this.#crash?.call !== call || this.#crash.when !== when) return;
    this.hasCrashed = true;
    throw new CrashError();
  }

  /**
   * Formats a write of the process; `undefined` for any other request. Merge patches and deletions without
   * preconditions come from the test.
   */
  #describeCall({ verb, kind: of, body }: RecordedRequest): string | undefined {
    const sent = body as SentBody;
    if (verb === 'delete') return sent.preconditions && 'delete';
    if (verb !== 'apply') return undefined;
    return of === 'Pod' ? this.#describeApply(sent.metadata) : formatStatus(sent.status);
  }

  #describeApply({ annotations = {} }: Partial<Pod['metadata']> = {}): string {
    const { [ordinalAnnotation]: ordinal = '', [imageAnnotation]: image = '' } = annotations;
    return this.pod === undefined ? `create ${ordinal}` : `apply ${ordinal} ${image}`;
  }
}

/** The fields of a request body that `#describeCall` reads. */
interface SentBody {
  readonly metadata?: Pod['metadata'];
  readonly status?: Status;
  readonly preconditions?: object;
}

function formatStatus({ currentPod = '', startTimes }: Partial<Status> = {}): string {
  return `status ${currentPod} ${String(startTimes)}`;
}

/** Thrown for requests of a crashed process. */
class CrashError extends Error {}
