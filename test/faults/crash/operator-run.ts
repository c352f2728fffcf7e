import path from 'node:path';

import type { HttpProxy } from '../../support/http-proxy.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { type OperatorProcess, startOperator } from '../../support/start-operator.ts';
import { until } from '../../support/until.ts';
import { startApiProxy } from './api-proxy.ts';
import type { CrashCluster } from './crash-cluster.ts';
import { awaitEndState, hasReason, type TestNamespace } from './ending.ts';
import type { Recorder } from './gates.ts';
import type { Position } from './position.ts';
import type { Path, Scenario } from './scenario.ts';
import { awaitAllShut, Trap } from './trap.ts';

/** A scenario, and the cluster in which it runs. */
export interface RunSetup {
  readonly cluster: CrashCluster;
  readonly scenario: Scenario;
}

/** The path of a custom resource, and the gate for the operator's calls about it. */
export interface GatedPath<TGate extends Recorder> {
  readonly path: Path;
  readonly gate: TGate;
}

/** One custom resource in its own namespace, and its gate. */
export interface GatedResource<TGate extends Recorder> {
  readonly testNamespace: TestNamespace;
  readonly gate: TGate;
  readonly resource: Manifest;
}

/** An operator with several custom resources, each of which follows its own path. */
export class OperatorRun<TGate extends Recorder> implements AsyncDisposable {
  readonly #setup: RunSetup;
  /** The positions at which a first operator is killed, before the first step of a path. */
  readonly #interrupted: readonly Position[];
  /** The custom resources, in the order of their paths. */
  readonly gated: readonly GatedResource<TGate>[];
  #proxy: HttpProxy | undefined;
  #operator: OperatorProcess | undefined;

  /** Creates a namespace for each path, and starts the servers outside of the cluster. */
  static async begin<TGate extends Recorder>(
    setup: RunSetup,
    gatedPaths: readonly GatedPath<TGate>[],
  ): Promise<OperatorRun<TGate>> {
    const { cluster, scenario } = setup;
    const outside = await scenario.outside?.();
    const gated = gatedPaths.map(async ({ path: followed, gate }) => {
      const namespace = await cluster.newNamespace(scenario.controller.name);
      return {
        testNamespace: { client: cluster.client, namespace, scenario, path: followed, outside },
        gate,
        resource: scenario.resource(namespace),
      };
    });
    return new OperatorRun(setup, await Promise.all(gated));
  }

  private constructor(setup: RunSetup, gated: readonly GatedResource<TGate>[]) {
    const interruptions = gated.map(({ testNamespace }) => testNamespace.path.interrupted);
    this.#interrupted = interruptions.filter((position) => position !== undefined);
    if (this.#interrupted.length % gated.length > 0)
      throw new Error('either all or none of the paths must begin with a crash');
    this.#setup = setup;
    this.gated = gated;
  }

  /**
   * Starts the operator and makes the steps of all paths. The gates count from the first step on. New Pods start only
   * after the operator has handled the last step of their path.
   */
  async followPaths(): Promise<void> {
    if (this.#interrupted.length === 0) await this.#start(this.gated);
    else await this.#interrupt();
    await this.#create();
    await Promise.all(this.gated.map((one) => this.#runSteps(one)));
    if (this.#interrupted.length > 0) await this.#start(this.gated);
  }

  async crash(): Promise<void> {
    this.#operator?.kill();
    await this.#operator?.exited;
  }

  /** Waits until the operator has handled all paths, then stops it. */
  async stop(): Promise<void> {
    for (const { testNamespace } of this.gated) await awaitEndState(testNamespace, testNamespace.path.end);
    await this.#rest();
    await this.#operator?.stop();
  }

  /** Closes the proxy. The namespaces and the servers outside of the cluster stay. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.gated[0]?.testNamespace.outside?.guard();
    await this.#proxy?.[Symbol.asyncDispose]();
  }

  async #start(gated: readonly GatedResource<Recorder>[]): Promise<void> {
    const { cluster, scenario } = this.#setup;
    const { controlPlane } = cluster;
    const gates = new Map(gated.map(({ testNamespace, gate }) => [testNamespace.namespace, gate]));
    const [namespace = ''] = gates.keys();
    const outside = gated[0]?.testNamespace.outside;
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

  /** Creates the custom resources that exist before the first step of their path. */
  async #create(): Promise<void> {
    const early = this.gated.filter(({ testNamespace }) => testNamespace.path.creates !== true);
    if (early.length === 0) return;
    for (const { testNamespace, resource } of early) await applyManifests(testNamespace.client, [resource]);
    for (const { testNamespace } of early) await awaitEndState(testNamespace, testNamespace.scenario.created);
    await this.#rest();
  }

  /** Kills an operator while it creates the children. */
  async #interrupt(): Promise<void> {
    const interrupted = this.#interrupted.flatMap((position, index) =>
      this.gated.slice(index, index + 1).map((one) => ({ ...one, gate: new Trap(position), next: one.gate })),
    );
    await this.#start(interrupted);
    for (const { testNamespace, gate, resource } of interrupted) {
      gate.begin();
      await applyManifests(testNamespace.client, [resource]);
    }
    await awaitAllShut(interrupted.map(({ gate }) => gate));
    await this.crash();
    for (const { gate, next } of interrupted) next.continue(gate);
  }

  async #runSteps({ testNamespace, gate, resource }: GatedResource<TGate>): Promise<void> {
    const { cluster } = this.#setup;
    const { client, namespace, path: followed } = testNamespace;
    cluster.pods.hold(namespace);
    gate.begin();
    for (const { act, seen } of followed.steps) {
      await act({ client, namespace, resource });
      if (seen === undefined) continue;
      await until(`the status has reason ${seen}`, async () => gate.shut || hasReason(testNamespace, seen), {
        everyMs: 100,
      });
    }
    cluster.pods.letGo(namespace);
  }

  /** Waits until the operator is idle and has sent every event. */
  async #rest(): Promise<void> {
    const passed = (): number => this.gated.reduce((sum, { gate }) => sum + gate.all.length, 0);
    const quiet = (): boolean => this.gated.every(({ gate }) => gate.isQuiet());
    await until(
      'the operator is idle',
      async () => {
        const before = passed();
        const idle = quiet() && (await this.#operator?.isIdle()) === true;
        return idle && quiet() && passed() === before;
      },
      { everyMs: 100 },
    );
  }
}
