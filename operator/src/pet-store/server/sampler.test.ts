import { describe, expect, it } from 'vitest';

import { createSampler, parseShare } from './sampler.ts';

const parseSampler = (type: string | number, share = 0) => parseShare({ sampler: { type, float_value: share } });

describe('a sampler', () => {
  it('selects no request, every request, or a share of all requests', () => {
    let random = 0;
    const sampler = createSampler(0, () => random);
    expect(sampler.shouldTake()).toBe(false);
    sampler.change(1);
    random = 0.999;
    expect(sampler.shouldTake()).toBe(true);
    sampler.change(0.25);
    random = 0.25;
    expect(sampler.shouldTake()).toBe(false);
    random = 0.249;
    expect(sampler.shouldTake()).toBe(true);
    sampler.change(0);
    expect(sampler.shouldTake()).toBe(false);
  });

  it('is set by a ChangeSampler request', () => {
    expect(parseSampler('STNever', 7)).toBe(0);
    expect(parseSampler('STAlways')).toBe(1);
    expect(parseSampler('STFloat', 1)).toBe(1);
    expect(parseSampler('STFloat', 1e-9)).toBe(1e-9);
  });

  it.each([
    ['STUnknown', 0.5],
    [9, 0.5],
    ['STFloat', 0],
    ['STFloat', -0.5],
    ['STFloat', 1.01],
    ['STFloat', NaN],
    ['STFloat', Infinity],
  ])('is rejected for type %s and share %d', (type, share) => {
    expect(() => parseSampler(type, share)).toThrow('the sampler must be STNever, STAlways, or STFloat');
  });

  it('is rejected if the request has no sampler', () => {
    expect(() => parseShare({})).toThrow('the sampler must be');
  });
});
