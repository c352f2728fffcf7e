import { describe, expect, it } from 'vitest';

import { findDifferingPaths } from './differing-paths.ts';

describe('the paths that differ', () => {
  it('name changed, added and removed fields, in lists by index', () => {
    const before = { spec: { replicas: 1, ports: [{ port: 80 }, { port: 81 }], old: true, same: { a: [1] } } };
    const after = { spec: { replicas: 2, ports: [{ port: 90 }], new: {}, same: { a: [1] } } };
    expect(findDifferingPaths(before, after)).toEqual([
      'spec.replicas',
      'spec.ports[0].port',
      'spec.ports[1]',
      'spec.old',
      'spec.new',
    ]);
  });

  it('name the whole value if it was absent before, or has another type', () => {
    expect(findDifferingPaths({ a: undefined, b: { c: 1 } }, { a: { c: 1 }, b: [1] })).toEqual(['a', 'b']);
  });

  it('omit metadata that changes with every write', () => {
    const object = (resourceVersion: string, hash: string) => ({
      metadata: {
        resourceVersion,
        generation: Number(resourceVersion),
        annotations: { 'kubewright.dev/desired-hash': hash },
      },
    });
    expect(findDifferingPaths(object('1', 'a'), object('2', 'b'))).toEqual([]);
  });

  it('are limited to what fits into a log line', () => {
    const after = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${String(index)}`, index]));
    const paths = findDifferingPaths({}, after);
    expect(paths).toHaveLength(21);
    expect(paths.at(-1)).toBe('…');
  });
});
