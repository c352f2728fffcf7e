import type { ChangeSamplerReq } from '../contract/messages.ts';
import { StatusError } from './requests.ts';

/** Which requests are logged: none, all, or a random share of them (more than 0, at most 1). */
export type Sampling = 'never' | 'always' | number;

/** Selects the requests that are logged. */
export interface Sampler {
  change(sampling: Sampling): void;
  /** Whether the current request is selected. */
  shouldTake(): boolean;
}

/** @param random returns a number in [0, 1) */
export function createSampler(sampling: Sampling, random: () => number = Math.random): Sampler {
  let share = toShare(sampling);
  return {
    change(next) {
      share = toShare(next);
    },
    shouldTake: () => random() < share,
  };
}

function toShare(sampling: Sampling): number {
  if (typeof sampling === 'number') return sampling;
  return sampling === 'always' ? 1 : 0;
}

export function isShare(share: number): boolean {
  return share > 0 && share <= 1;
}

/** The sampling in a ChangeSampler request. Throws: INVALID_ARGUMENT. */
export function parseSampling({ sampler: { type, float_value: share = 0 } = {} }: ChangeSamplerReq): Sampling {
  if (type === 'STNever') return 'never';
  if (type === 'STAlways') return 'always';
  if (type === 'STFloat' && isShare(share)) return share;
  throw new StatusError(
    'InvalidArgument',
    'the sampler must be STNever, STAlways, or STFloat with a float_value greater than 0 and at most 1',
  );
}
