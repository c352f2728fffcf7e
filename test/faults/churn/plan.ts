import type { Churned, Meddling } from './churned.ts';
import { Random } from './random.ts';

/** Something that somebody does to a resource. */
export type Deed =
  | { readonly deed: 'write'; readonly spec: object }
  | { readonly deed: 'scale'; readonly replicas: number }
  | { readonly deed: 'delete' }
  | { readonly deed: 'meddle'; readonly meddling: Meddling };

/** A resource that may be there. */
export interface Target {
  readonly kind: Churned;
  readonly name: string;
}

export interface Step extends Target {
  /** From the beginning. */
  readonly atMs: number;
  readonly deed: Deed;
}

export interface PlanOptions {
  readonly targets: readonly Target[];
  readonly durationMs: number;
  readonly steps: number;
  readonly seed: number;
}

/** Pure: what is done in which order, the same for the same seed. */
export function planOf({ targets, durationMs, steps, seed }: PlanOptions): readonly Step[] {
  const random = new Random(seed);
  const plan = Array.from({ length: steps }, () => {
    const target = random.pick(targets);
    return { ...target, atMs: random.below(durationMs), deed: deedOn(target.kind, random) };
  });
  return plan.sort((a, b) => a.atMs - b.atMs);
}

/** Of ten deeds five are writes, of which those to what is deleted make it again; four meddle; one deletes. */
function deedOn(kind: Churned, random: Random): Deed {
  const { meddling, scales = false } = kind;
  const dice = random.below(10);
  if (dice === 0) return { deed: 'delete' };
  if (dice === 1 && scales) return { deed: 'scale', replicas: random.below(3) };
  if (dice < 6 || meddling.length === 0) return { deed: 'write', spec: kind.spec(random) };
  return { deed: 'meddle', meddling: random.pick(meddling) };
}
