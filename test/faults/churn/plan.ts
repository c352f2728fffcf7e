import type { ChildEdit, ChurnKind } from './churn-kind.ts';
import { Random } from './random.ts';

/** A change that somebody makes to a resource or to a child of it. */
export type Change =
  | { readonly type: 'apply'; readonly spec: object }
  | { readonly type: 'scale'; readonly replicas: number }
  | { readonly type: 'delete' }
  | { readonly type: 'edit child'; readonly edit: ChildEdit };

/** A resource, which may exist. */
export interface PlannedResource {
  readonly kind: ChurnKind;
  readonly name: string;
}

export interface Step extends PlannedResource {
  /** Milliseconds after the beginning. */
  readonly atMs: number;
  readonly change: Change;
}

export interface PlanOptions {
  readonly resources: readonly PlannedResource[];
  readonly durationMs: number;
  readonly steps: number;
  readonly seed: number;
}

/** Random changes to random resources at random times; the same for the same seed. */
export function planOf({ resources, durationMs, steps, seed }: PlanOptions): readonly Step[] {
  const random = new Random(seed);
  const plan = Array.from({ length: steps }, () => {
    const resource = random.pick(resources);
    return { ...resource, atMs: random.below(durationMs), change: changeTo(resource.kind, random) };
  });
  return plan.sort((a, b) => a.atMs - b.atMs);
}

/** Of ten changes five apply the resource, which creates it again if it is deleted; four edit a child; one deletes. */
function changeTo(kind: ChurnKind, random: Random): Change {
  const { childEdits, scales = false } = kind;
  const dice = random.below(10);
  if (dice === 0) return { type: 'delete' };
  if (dice === 1 && scales) return { type: 'scale', replicas: random.below(3) };
  if (dice < 6 || childEdits.length === 0) return { type: 'apply', spec: kind.spec(random) };
  return { type: 'edit child', edit: random.pick(childEdits) };
}
