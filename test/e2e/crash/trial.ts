import path from 'node:path';

import type { HttpProxy } from '../../support/http-proxy.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { type OperatorProcess, startOperator } from '../../support/start-operator.ts';
import { until } from '../../support/until.ts';
import { startApiProxy } from './api-proxy.ts';
import type { Call } from './call.ts';
import type { CrashCluster } from './crash-cluster.ts';
import { reached, says, type Scene } from './ending.ts';
import { type Recorder, Trap } from './gates.ts';
import type { Path, Scenario } from './scenario.ts';

/** What is tried, and where. */
export interface Trials {
  readonly cluster: CrashCluster;
  readonly scenario: Scenario;
  readonly path: Path;
}

/** A resource in a namespace of its own, and the gate before what is called for it. */
interface Lane<TGate extends Recorder> {
  readonly scene: Scene;
  readonly gate: TGate;
  readonly resource: Manifest;
}

/** An operator whose calls pass gates: one for each of its resources, each of which goes along the path. */
export class Trial<TGate extends Recorder> implements AsyncDisposable {
  readonly #trials: Trials;
  readonly #lanes: readonly Lane<TGate>[];
  #proxy: HttpProxy | undefined;
  #operator: OperatorProcess | undefined;
  #before: readonly Call[] = [];

  /** Creates a namespace for each gate, and what is outside of the cluster. */
  static async begin<TGate extends Recorder>(trials: Trials, gates: readonly TGate[]): Promise<Trial<TGate>> {
    const { cluster, scenario } = trials;
    const outside = await scenario.outside?.();
    const lanes = gates.map(async (gate) => {
      const namespace = await cluster.newNamespace(scenario.controller.name);
      return {
        scene: { client: cluster.client, namespace, scenario, outside },
        gate,
        resource: scenario.resource(namespace),
      };
    });
    return new Trial(trials, await Promise.all(lanes));
  }

  private constructor(trials: Trials, lanes: readonly Lane<TGate>[]) {
    this.#trials = trials;
    this.#lanes = lanes;
  }

  /** In the order of the gates. */
  get scenes(): readonly Scene[] {
    return this.#lanes.map(({ scene }) => scene);
  }

  /** All calls so far, from the very beginning. */
  get passed(): readonly Call[] {
    return [...this.#before, ...this.#lanes.flatMap(({ gate }) => gate.all)];
  }

  /**
   * Lets happen what the path is about. The gates count from the first step on; new Pods of a resource do not run until
   * the operator has dealt with its last step.
   */
  async run(): Promise<void> {
    const { interrupted, creates = false } = this.#trials.path;
    if (interrupted !== undefined)
      await this.#interrupt(this.#lanes.map((lane) => ({ ...lane, gate: new Trap(interrupted) })));
    else await this.#start(this.#lanes);
    if (!creates) await this.#create();
    await Promise.all(this.#lanes.map((lane) => this.#go(lane)));
    if (interrupted !== undefined) await this.#start(this.#lanes);
  }

  /** Ends the operator as a crash would. */
  async crash(): Promise<void> {
    this.#operator?.kill();
    await this.#operator?.exited;
  }

  /** Waits until the operator has come to the end of the path, and stops it. */
  async stop(): Promise<void> {
    for (const scene of this.scenes) await reached(scene, this.#trials.path.end);
    await this.#rest();
    await this.#operator?.stop();
  }

  /** The namespaces stay, and what is outside of the cluster. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#lanes[0]?.scene.outside?.guard();
    await this.#proxy?.[Symbol.asyncDispose]();
  }

  async #start(lanes: readonly Lane<Recorder>[]): Promise<void> {
    const { cluster, scenario } = this.#trials;
    const { controlPlane } = cluster;
    const gates = new Map(lanes.map(({ scene, gate }) => [scene.namespace, gate]));
    const [namespace = ''] = gates.keys();
    const outside = lanes[0]?.scene.outside;
    await this.#proxy?.[Symbol.asyncDispose]();
    outside?.guard(gates);
    this.#proxy = await startApiProxy({
      kubeconfig: controlPlane.kubeconfigPath,
      path: path.join(controlPlane.directory, `${namespace}.kubeconfig`),
      gates,
    });
    this.#operator = await startOperator({
      controlPlane,
      kubeconfigPath: this.#proxy.kubeconfigPath,
      controllers: [scenario.controller.name],
      namespaces: [...gates.keys()],
      settings: outside?.settings ?? {},
    });
    await this.#operator.ready();
  }

  async #create(): Promise<void> {
    for (const { scene, resource } of this.#lanes) await applyManifests(scene.client, [resource]);
    await Promise.all(this.scenes.map((scene) => reached(scene, scene.scenario.created)));
    await this.#rest();
  }

  /** Crashes an operator while it brings the resources up. */
  async #interrupt(lanes: readonly Lane<Trap>[]): Promise<void> {
    await this.#start(lanes);
    for (const { scene, gate, resource } of lanes) {
      gate.begin();
      await applyManifests(scene.client, [resource]);
    }
    await allShut(lanes.map(({ gate }) => gate));
    await this.crash();
    this.#before = lanes.flatMap(({ gate }) => gate.all);
  }

  async #go({ scene, gate, resource }: Lane<TGate>): Promise<void> {
    const { cluster, path: tried } = this.#trials;
    const { client, namespace } = scene;
    cluster.pods.hold(namespace);
    gate.begin();
    for (const { act, seen } of tried.steps) {
      await act({ client, namespace, resource });
      if (seen === undefined) continue;
      await until(`the operator has said ${seen}`, async () => gate.shut || says(scene, seen), { everyMs: 100 });
    }
    cluster.pods.letGo(namespace);
  }

  /** Waits until the operator has nothing left to do and has sent every event. */
  async #rest(): Promise<void> {
    const quiet = (): boolean => this.#lanes.every(({ gate }) => gate.isQuiet());
    await until(
      'the operator is at rest',
      async () => {
        const before = this.passed.length;
        const idle = quiet() && (await this.#operator?.isIdle()) === true;
        return idle && quiet() && this.passed.length === before;
      },
      { everyMs: 100 },
    );
  }
}

/** Waits until every trap is shut. */
export async function allShut(traps: readonly Trap[]): Promise<void> {
  const open = (): readonly Trap[] => traps.filter(({ shut }) => !shut);
  await until('the operator comes to its positions', async () => open().length === 0, { everyMs: 10 }).catch(
    (error: unknown) => {
      throw new Error(
        `the operator never came to ${open()
          .map((trap) => trap.describe())
          .join('; nor to ')}`,
        { cause: error },
      );
    },
  );
}
