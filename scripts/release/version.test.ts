import { describe, expect, it } from 'vitest';

import { findVersionComplaint } from './version.ts';

describe('a version', () => {
  it.each([
    ['0.1.1', '0.1.0'],
    ['0.2.0-rc.1', '0.1.0'],
    ['0.2.0-rc.10', '0.2.0-rc.9'],
    ['0.2.0', '0.2.0-rc.1'],
    ['10.0.0', '9.0.0'],
  ])('%s follows %s', (version, last) => {
    expect(findVersionComplaint(version, last)).toBeUndefined();
  });

  it.each(['0.2', 'v0.2.0', '0.2.0+5', '00.2.0', 'next', '', ' 0.2.0'])('cannot be "%s"', (version) => {
    expect(findVersionComplaint(version, '0.1.0')).toBe(
      `"${version}" is not a semantic version: use three numbers, such as 0.2.0`,
    );
  });

  it.each(['0.1.0', '0.0.9', '0.1.0-rc.1'])('cannot be %s after 0.1.0', (version) => {
    expect(findVersionComplaint(version, '0.1.0')).toContain('use one of 0.1.1, 0.2.0, 1.0.0');
  });
});
