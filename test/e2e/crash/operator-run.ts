import path from 'node:path';

import type { HttpProxy } from '../../support/http-proxy.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { type OperatorProcess, startOperator } from '../../support/start-operator.ts';
import { until } from '../../support/until.ts';
import { startApiProxy } from './api-proxy.ts';
import type { Call } from './call.ts';
import type { CrashCluster } from './crash-cluster.ts';
import { reached, says, type TestNamespace } from './ending.ts';
import { type Recorder, Trap } from './gates.ts';
import type { Path, Scenario } from './scenario.ts';

/** A path of a scenario, and the cluster to run it in. */
export interface RunSetup {
  readonly cluster: CrashCluster;
  readonly scenario: Scenario;
  readonly path: Path;
}

/** One resource, in a namespace of its own, and the gate that its calls pass. */
interface GatedResource<TGate extends Recorder> {
  readonly testNamespace: TestNamespace;
  readonly gate: TGate;
  readonly resource: Manifest;
}

/** An operator with several resources, all of which follow the same path. The calls for each resource pass a gate. */
export class OperatorRun<TGate extends Recorder> implements AsyncDisposable {
  readonly #setup: RunSetup;
  readonly #gated: readonly GatedResource<TGate>[];
  #proxy: HttpProxy | undefined;
  #operator: OperatorProcess | undefined;
  #before: readonly Call[] = [];

  /** Creates a namespace for each gate, and starts what is outside of the cluster. */
  static async begin<TGate extends Recorder>(setup: RunSetup, gates: readonly TGate[]): Promise<OperatorRun<TGate>> {
    const { cluster, scenario } = setup;
    const outside = await scenario.outside?.();
    const gated = gates.map(async (gate) => {
      const namespace = await cluster.newNamespace(scenario.controller.name);
      return {
        testNamespace: { client: cluster.client, namespace, scenario, outside },
        gate,
        resource: scenario.resource(namespace),
      };
    });
    return new OperatorRun(setup, await Promise.all(gated));
  }

  private constructor(setup: RunSetup, gated: readonly GatedResource<TGate>[]) {
    this.#setup = setup;
    this.#gated = gated;
  }

  /** The namespaces, in the order of the gates. */
  get testNamespaces(): readonly TestNamespace[] {
    return this.#gated.map(({ testNamespace }) => testNamespace);
  }

  /** All calls so far, from the very beginning. */
  get passed(): readonly Call[] {
    return [...this.#before, ...this.#gated.flatMap(({ gate }) => gate.all)];
  }

  /**
   * Starts the operator and runs the steps of the path. The gates count from the first step on. New Pods start only when
   * the operator has dealt with the last step.
   */
  async followPath(): Promise<void> {
    const { interrupted, creates = false } = this.#setup.path;
    if (interrupted !== undefined)
      await this.#interrupt(this.#gated.map((one) => ({ ...one, gate: new Trap(interrupted) })));
    else await this.#start(this.#gated);
    if (!creates) await this.#create();
    await Promise.all(this.#gated.map((one) => this.#runSteps(one)));
    if (interrupted !== undefined) await this.#start(this.#gated);
  }

  /** Kills the operator with SIGKILL. */
  async crash(): Promise<void> {
    this.#operator?.kill();
    await this.#operator?.exited;
  }

  /** Waits until the operator has come to the end of the path, and stops it. */
  async stop(): Promise<void> {
    for (const testNamespace of this.testNamespaces) await reached(testNamespace, this.#setup.path.end);
    await this.#rest();
    await this.#operator?.stop();
  }

  /** Closes the proxy. The namespaces and what is outside of the cluster stay. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#gated[0]?.testNamespace.outside?.guard();
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

  async #create(): Promise<void> {
    for (const { testNamespace, resource } of this.#gated) await applyManifests(testNamespace.client, [resource]);
    await Promise.all(
      this.testNamespaces.map((testNamespace) => reached(testNamespace, testNamespace.scenario.created)),
    );
    await this.#rest();
  }

  /** Crashes an operator while it brings the resources up. */
  async #interrupt(gated: readonly GatedResource<Trap>[]): Promise<void> {
    await this.#start(gated);
    for (const { testNamespace, gate, resource } of gated) {
      gate.begin();
      await applyManifests(testNamespace.client, [resource]);
    }
    await allShut(gated.map(({ gate }) => gate));
    await this.crash();
    this.#before = gated.flatMap(({ gate }) => gate.all);
  }

  async #runSteps({ testNamespace, gate, resource }: GatedResource<TGate>): Promise<void> {
    const { cluster, path: tried } = this.#setup;
    const { client, namespace } = testNamespace;
    cluster.pods.hold(namespace);
    gate.begin();
    for (const { act, seen } of tried.steps) {
      await act({ client, namespace, resource });
      if (seen === undefined) continue;
      await until(`the status says ${seen}`, async () => gate.shut || says(testNamespace, seen), { everyMs: 100 });
    }
    cluster.pods.letGo(namespace);
  }

  /** Waits until the operator has nothing left to do and has sent every event. */
  async #rest(): Promise<void> {
    const quiet = (): boolean => this.#gated.every(({ gate }) => gate.isQuiet());
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
  await until('the operator reaches its positions', async () => open().length === 0, { everyMs: 10 }).catch(
    (error: unknown) => {
      throw new Error(
        `the operator never reached ${open()
          .map((trap) => trap.describe())
          .join('; nor to ')}`,
        { cause: error },
      );
    },
  );
}
