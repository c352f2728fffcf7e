import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';

import { ChangeSamplerReqSchema, SamplerType } from '../contract/generated/petstore_pb.ts';
import { createSampler, samplingOf } from './sampler.ts';

const asked = (type: SamplerType, floatValue = 0) =>
  samplingOf(create(ChangeSamplerReqSchema, { sampler: { type, floatValue } }));

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
    expect(asked(SamplerType.STNever, 7)).toBe('never');
    expect(asked(SamplerType.STAlways)).toBe('always');
    expect(asked(SamplerType.STFloat, 1)).toBe(1);
    expect(asked(SamplerType.STFloat, 1e-9)).toBe(1e-9);
  });

  it.each([
    [SamplerType.STUnknown, 0.5],
    [9 as SamplerType, 0.5],
    [SamplerType.STFloat, 0],
    [SamplerType.STFloat, -0.5],
    [SamplerType.STFloat, 1.01],
    [SamplerType.STFloat, NaN],
    [SamplerType.STFloat, Infinity],
  ])('is refused for type %i and share %d', (type, share) => {
    expect(() => asked(type, share)).toThrow('the sampler must be STNever, STAlways, or STFloat');
  });

  it('is refused if the request has no sampler', () => {
    expect(() => samplingOf(create(ChangeSamplerReqSchema))).toThrow('the sampler must be');
  });
});
