import path from 'node:path';

import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { type ApiProxy, startApiProxy } from './api-proxy.ts';
import type { Call } from './call.ts';
import type { CrashCluster } from './crash-cluster.ts';
import { reached, says, type Scene } from './ending.ts';
import { type Recorder, Trap } from './gates.ts';
import { type OperatorProcess, startOperator } from './operator.ts';
import type { Path, Scenario } from './scenario.ts';

/** What is tried, and where. */
export interface Trials {
  readonly cluster: CrashCluster;
  readonly scenario: Scenario;
  readonly path: Path;
}

/** A namespace of its own, and in it an operator whose calls pass a gate. */
export class Trial implements AsyncDisposable {
  readonly scene: Scene;
  readonly #trials: Trials;
  readonly #gate: Recorder;
  readonly #resource: Manifest;
  #proxy: ApiProxy | undefined;
  #operator: OperatorProcess | undefined;
  #before: readonly Call[] = [];

  /** Makes the namespace, and what is outside of the cluster. */
  static async begin(trials: Trials, gate: Recorder): Promise<Trial> {
    const { cluster, scenario } = trials;
    const namespace = await cluster.newNamespace(scenario.controller.name);
    const outside = await scenario.outside?.();
    return new Trial({ client: cluster.client, namespace, scenario, outside }, trials, gate);
  }

  private constructor(scene: Scene, trials: Trials, gate: Recorder) {
    this.scene = scene;
    this.#trials = trials;
    this.#gate = gate;
    this.#resource = scene.scenario.resource(scene.namespace);
  }

  /**
   * Lets happen what the path is about, each step once the operator has nothing left to do about the one before; only
   * then do new Pods run. The gate counts from the first step on.
   */
  async run(): Promise<void> {
    const { cluster, path: tried } = this.#trials;
    const { namespace } = this.scene;
    if (tried.interrupted !== undefined) {
      await this.#interrupt(new Trap(tried.interrupted));
      this.#gate.begin();
      await this.#steps();
      await this.#start(this.#gate);
    } else {
      await this.#start(this.#gate);
      if (tried.makes !== true) await this.#make();
      cluster.pods.hold(namespace);
      this.#gate.begin();
      await this.#steps();
    }
    cluster.pods.letGo(namespace);
  }

  /** All calls that passed a gate, whichever. */
  get passed(): readonly Call[] {
    return [...this.#before, ...this.#gate.all];
  }

  kill(): void {
    this.#operator?.kill();
  }

  /** Resolves when the operator that was killed has ended. */
  async ended(): Promise<void> {
    await this.#operator?.exited;
  }

  /** Waits until the operator has come to the end of the path, and stops it. */
  async stop(): Promise<void> {
    await reached(this.scene, this.#trials.path.end);
    await until('the operator is at rest', () => this.#atRest(), { everyMs: 100 });
    await this.#operator?.stop();
  }

  /** What is outside of the cluster stays, like the namespace. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.scene.outside?.guard();
    await this.#proxy?.[Symbol.asyncDispose]();
  }

  async #start(gate: Recorder): Promise<void> {
    const { cluster, scenario } = this.#trials;
    const { controlPlane } = cluster;
    const { namespace, outside } = this.scene;
    await this.#proxy?.[Symbol.asyncDispose]();
    outside?.guard(gate);
    this.#proxy = await startApiProxy({
      kubeconfig: controlPlane.kubeconfigPath,
      path: path.join(controlPlane.directory, `${namespace}.kubeconfig`),
      gate,
    });
    this.#operator = await startOperator({
      controlPlane,
      kubeconfigPath: this.#proxy.kubeconfigPath,
      controller: scenario.controller.name,
      namespaces: [namespace],
      settings: outside?.settings ?? {},
    });
    await this.#operator.ready().catch((error: unknown) => {
      // It can have been killed before it was.
      if (!gate.shut) throw error;
    });
  }

  async #make(): Promise<void> {
    await applyManifests(this.scene.client, [this.#resource]);
    await reached(this.scene, this.scene.scenario.created);
    await until('the operator is at rest', () => this.#atRest(), { everyMs: 100 });
  }

  /** An operator that ends while it makes the resource. */
  async #interrupt(trap: Trap): Promise<void> {
    await this.#start(trap);
    trap.arm(() => this.kill());
    trap.begin();
    await applyManifests(this.scene.client, [this.#resource]);
    await this.ended();
    this.#before = trap.all;
  }

  async #steps(): Promise<void> {
    const { client, namespace } = this.scene;
    for (const { act, seen } of this.#trials.path.steps) {
      await act({ client, namespace, resource: this.#resource });
      if (seen === undefined) continue;
      const dealtWith = async (): Promise<boolean> => (await says(this.scene, seen)) && (await this.#atRest());
      await until(`the operator has said ${seen}`, async () => this.#gate.shut || dealtWith(), { everyMs: 100 });
    }
  }

  /** Whether the operator has nothing left to do, and nothing left to tell. */
  async #atRest(): Promise<boolean> {
    const gate = this.#gate;
    const before = gate.all.length;
    const idle = gate.isQuiet() && (await this.#operator?.isIdle()) === true;
    return idle && gate.isQuiet() && gate.all.length === before;
  }
}
