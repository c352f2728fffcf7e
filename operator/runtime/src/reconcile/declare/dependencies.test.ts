import { describe, expect, it } from 'vitest';

import { ConfigMap } from '../../kinds/index.ts';
import { toIndexValues, watches } from './dependencies.ts';

describe('an index', () => {
  const build = (name: string): ConfigMap => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'shop', uid: name, resourceVersion: '1', creationTimestamp: '' },
  });

  it('finds an object by one value, by several, or by none', () => {
    const byName = toIndexValues(({ metadata: { name } }: ConfigMap) => {
      if (name === 'none') return undefined;
      return name === 'pair' ? ['left', 'right'] : name;
    });
    expect(['menu', 'pair', 'none'].map((name) => byName(build(name)))).toEqual([['menu'], ['left', 'right'], []]);
  });

  it('is one function for each function of the author, by which a cache recognizes it', () => {
    const byName = ({ metadata }: ConfigMap) => metadata.name;
    const byUid = ({ metadata }: ConfigMap) => metadata.uid;
    expect(toIndexValues(byName)).toBe(toIndexValues(byName));
    expect(toIndexValues(byName)).not.toBe(toIndexValues(byUid));
  });
});

it('a watched kind needs to say which resources a change reconciles', () => {
  expect(() => watches(ConfigMap)).toThrow(
    expect.objectContaining({
      code: 'DECLARATION_INVALID',
      message: expect.stringContaining('say which resources to reconcile after a change') as string,
    }) as Error,
  );
});
