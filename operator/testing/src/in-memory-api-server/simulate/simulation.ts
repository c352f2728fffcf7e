import { formatKind, formatTimestamp, OperatorError } from '@kubewright/runtime/internal/base';
import { isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';

import { getId, type StoredObject } from '../objects.ts';
import type { ServerState, StoreEvent } from '../store.ts';
import { changeObject } from '../writes/change.ts';
import { buildManager, type Write } from '../writes/write.ts';
import type { Outcome } from './conditions.ts';
import { computeJobStatus } from './job-status.ts';
import type { FailingKind, SimulatedKind } from './simulated-kind.ts';
import { computeDaemonSetStatus, computeDeploymentStatus, computeStatefulSetStatus } from './workload-status.ts';

type ComputeStatus = (object: never, outcome: Outcome) => object | undefined;

const byKind: Readonly<Record<string, ComputeStatus>> = {
  'DaemonSet.apps': computeDaemonSetStatus,
  'Deployment.apps': computeDeploymentStatus,
  'Job.batch': computeJobStatus,
  'StatefulSet.apps': computeStatefulSetStatus,
};

interface Simulated {
  readonly kindId: string;
  readonly compute: ComputeStatus;
  readonly fails: (object: StoredObject) => boolean;
}

/**
 * Acts as the controllers of built-in kinds: writes the status of an object as soon as it is created or its spec
 * changes.
 */
export class Simulation {
  readonly #state: ServerState;
  readonly #active: Simulated[] = [];

  constructor(state: ServerState) {
    this.#state = state;
    state.store.onChange((event) => this.#follow(event));
  }

  /** Simulates these kinds, beginning with the existing objects; a later call for the same kind wins. */
  start(kinds: readonly (SimulatedKind | FailingKind)[]): Disposable {
    const started = kinds.map(parseSimulated);
    this.#active.push(...started);
    for (const { kindId } of started) {
      for (const object of this.#state.store.list(kindId)) this.#play(kindId, object);
    }
    return {
      [Symbol.dispose]: () => {
        for (const each of started) if (this.#active.includes(each)) this.#active.splice(this.#active.indexOf(each), 1);
      },
    };
  }

  /** Writes a status after a change of the spec. Keeps a status that the test writes until then. */
  #follow({ kindId, before, after }: StoreEvent): void {
    if (after === undefined || isEqualJson(before?.['spec'], after['spec'])) return;
    this.#play(kindId, after);
  }

  #play(kindId: string, { metadata }: StoredObject): void {
    const { store, clock, kinds } = this.#state;
    const simulated = this.#active.findLast((each) => each.kindId === kindId);
    const served = kinds.find(({ id }) => id === kindId);
    // The object may have been changed or deleted since the event.
    const live = store.get(kindId, getId(metadata));
    if (simulated === undefined || served === undefined || live === undefined || isGoing(live)) return;
    const nodes = Math.max(1, store.list('nodes.').length);
    const outcome = { now: formatTimestamp(clock), fails: simulated.fails(live), nodes };
    const status = simulated.compute(live as never, outcome);
    if (status === undefined) return;
    const { namespace = '', name } = live.metadata;
    const route = { served, namespace, name, subresource: 'status' } as const;
    const write: Write = { state: this.#state, route, served, query: {}, body: {}, dryRun: false };
    const by = buildManager(write, 'Update', 'kube-controller-manager');
    changeObject(write, { live, next: { ...live, status }, by });
  }
}

function isGoing({ metadata }: StoredObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function parseSimulated(given: SimulatedKind | FailingKind): Simulated {
  const { failing: kind, which } = 'failing' in given ? given : { failing: given, which: () => false };
  const compute = byKind[formatKind(kind)];
  if (compute === undefined) {
    const hint = `the in-memory API server can simulate only ${Object.keys(byKind).join(', ')}: write the status of other kinds in the test`;
    throw new OperatorError('TEST_FAILED', `simulate the kind ${formatKind(kind)}`, { hint });
  }
  const fails = which as (object: StoredObject) => boolean;
  return { kindId: `${kind.plural}.${kind.group}`, compute, fails };
}
