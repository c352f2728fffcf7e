import type { ChildEdit, ChurnKind } from './churn-kind.ts';
import { Random } from './random.ts';

/** A change that another client makes to a custom resource or one of its children. */
export type Change =
  | { readonly type: 'apply'; readonly spec: object }
  | { readonly type: 'scale'; readonly replicas: number }
  | { readonly type: 'delete' }
  | { readonly type: 'edit child'; readonly edit: ChildEdit };

/** A custom resource of the test. It may not exist at the time of a step. */
export interface PlannedResource {
  readonly kind: ChurnKind;
  readonly name: string;
}

export interface Step extends PlannedResource {
  /** When to make the change, in milliseconds after the start of the plan. */
  readonly atMs: number;
  readonly change: Change;
}

export interface PlanOptions {
  readonly resources: readonly PlannedResource[];
  readonly durationMs: number;
  readonly steps: number;
  readonly seed: number;
}

/** Plans random changes to random objects at random times. The same seed gives the same plan. */
export function planChanges({ resources, durationMs, steps, seed }: PlanOptions): readonly Step[] {
  const random = new Random(seed);
  const plan = Array.from({ length: steps }, () => {
    const resource = random.pick(resources);
    return { ...resource, atMs: random.below(durationMs), change: changeTo(resource.kind, random) };
  });
  return plan.sort((a, b) => a.atMs - b.atMs);
}

/**
 * Chooses a random change. Of ten changes to a kind with children, one deletes the object, five apply it (which may
 * create it again), and four edit a child. For a kind with a scale subresource, one of the five scales it instead.
 */
function changeTo(kind: ChurnKind, random: Random): Change {
  const { childEdits, scales = false } = kind;
  const draw = random.below(10);
  if (draw === 0) return { type: 'delete' };
  if (draw === 1 && scales) return { type: 'scale', replicas: random.below(3) };
  if (draw < 6 || childEdits.length === 0) return { type: 'apply', spec: kind.spec(random) };
  return { type: 'edit child', edit: random.pick(childEdits) };
}
