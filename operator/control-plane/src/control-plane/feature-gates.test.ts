import { expect, test } from 'vitest';

import { parseFeatureGates } from './feature-gates.ts';

test('gates are separated by commas and on or off', () => {
  expect(parseFeatureGates('WatchList=false, Other=True')).toEqual({ WatchList: false, Other: true });
  expect(parseFeatureGates('')).toEqual({});
});

test.each(['WatchList', 'WatchList=', 'WatchList=maybe', '=true', 'A=true,B'])(
  '%s is rejected with the malformed part',
  (text) => {
    expect(() => parseFeatureGates(text)).toThrow(`"${text.split(',').at(-1) ?? ''}": write Name=true or Name=false`);
  },
);
