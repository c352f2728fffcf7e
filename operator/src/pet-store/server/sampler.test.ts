import { describe, expect, it } from 'vitest';

import { createSampler, samplingOf } from './sampler.ts';

const asked = (type: string | number, share = 0) => samplingOf({ sampler: { type, float_value: share } });

describe('a sampler', () => {
  it('selects no request, every request, or a share of all requests', () => {
    let random = 0;
    const sampler = createSampler('never', () => random);
    expect(sampler.takes()).toBe(false);
    sampler.change('always');
    random = 0.999;
    expect(sampler.takes()).toBe(true);
    sampler.change(0.25);
    random = 0.25;
    expect(sampler.takes()).toBe(false);
    random = 0.249;
    expect(sampler.takes()).toBe(true);
    sampler.change('never');
    expect(sampler.takes()).toBe(false);
  });

  it('is set by a ChangeSampler request', () => {
    expect(asked('STNever', 7)).toBe('never');
    expect(asked('STAlways')).toBe('always');
    expect(asked('STFloat', 1)).toBe(1);
    expect(asked('STFloat', 1e-9)).toBe(1e-9);
  });

  it.each([
    ['STUnknown', 0.5],
    [9, 0.5],
    ['STFloat', 0],
    ['STFloat', -0.5],
    ['STFloat', 1.01],
    ['STFloat', NaN],
    ['STFloat', Infinity],
  ])('is refused for type %s and share %d', (type, share) => {
    expect(() => asked(type, share)).toThrow('the sampler must be STNever, STAlways, or STFloat');
  });

  it('is refused if the request has no sampler', () => {
    expect(() => samplingOf({})).toThrow('the sampler must be');
  });
});
