import { describe, expect, it } from 'vitest';

import { ConfigMap } from '../../kinds/index.ts';
import { type Expiry, expiryChanged, findExpiry, findExpiryOrNaN } from './expiry.ts';

const build = (...texts: readonly [string?]): ConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'shop', name: 'menu', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
  ...(texts[0] !== undefined && { data: { until: texts[0] } }),
});

/** Expires at the time in the data; `broken` throws. */
const expiresAt = (({ data: { until } = {} }: ConfigMap) => {
  if (until === 'broken') throw new TypeError('it is broken');
  return until === undefined ? undefined : new Date(until);
}) as Expiry;
const declared = { api: ConfigMap, expiresAt };
const noon = '2026-01-01T12:00:00Z';

describe('the expiry of an object', () => {
  it('is a time in milliseconds, or never', () => {
    expect(findExpiry(declared, build(noon))).toBe(Date.parse(noon));
    expect(findExpiry({ api: ConfigMap, expiresAt: () => 5 }, build())).toBe(5);
    expect(findExpiry(declared, build())).toBeUndefined();
    expect(findExpiry({ api: ConfigMap }, build())).toBeUndefined();
  });

  it('is an error that names the object if the time is not valid', () => {
    expect(() => findExpiry(declared, build('soon'))).toThrow(
      expect.objectContaining({ code: 'DECLARATION_INVALID', object: { namespace: 'shop', name: 'menu' } }) as Error,
    );
  });

  it('is not known if the function of the author throws, and then no error', () => {
    expect(findExpiryOrNaN(declared, build('broken'))).toBeNaN();
    expect(findExpiryOrNaN(declared, build('soon'))).toBeNaN();
    expect(findExpiryOrNaN(declared, build(noon))).toBe(Date.parse(noon));
  });

  it.each<readonly [string | undefined, string | undefined, boolean]>([
    [noon, '2026-01-01T13:00:00Z', true],
    [noon, undefined, true],
    [noon, 'broken', true],
    // The reconcile reports the error after every change.
    ['broken', 'broken', true],
    [noon, '2026-01-01T12:00:00.000Z', false],
    [undefined, undefined, false],
  ])('of %s has changed after an update to %s: %s', (before, after, hasChanged) => {
    expect(expiryChanged(declared)(build(before), build(after))).toBe(hasChanged);
  });
});
