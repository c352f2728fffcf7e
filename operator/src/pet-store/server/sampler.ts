import type { ChangeSamplerReq } from '../contract/messages.ts';
import { StatusError } from './requests.ts';

/** Selects the requests that are logged: a random share of them. */
export interface Sampler {
  change(share: number): void;
  /** Whether the current request is selected. */
  shouldTake(): boolean;
}

/** @param random returns a number in [0, 1) */
export function createSampler(share: number, random: () => number = Math.random): Sampler {
  return {
    change: (next) => void (share = next),
    shouldTake: () => random() < share,
  };
}

/** The share in a ChangeSampler request. Throws: INVALID_ARGUMENT. */
export function parseShare({ sampler: { type, float_value: share = 0 } = {} }: ChangeSamplerReq): number {
  if (type === 'STNever') return 0;
  if (type === 'STAlways') return 1;
  if (type === 'STFloat' && share > 0 && share <= 1) return share;
  throw new StatusError(
    'InvalidArgument',
    'the sampler must be STNever, STAlways, or STFloat with a float_value greater than 0 and at most 1',
  );
}
