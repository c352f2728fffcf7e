import { expect, it } from 'vitest';

import { systemClock } from '../../base/index.ts';
import { issuerOf } from '../issuer.ts';
import { bundleOf } from '../rotation.ts';

// The library ends PEM without a newline. Two in a row were `-----END CERTIFICATE----------BEGIN CERTIFICATE-----`, in
// which an API server found no certificate at all: no webhook was answered while an authority was changed.
it('a bundle of two authorities has each mark on a line of its own, and ends with a newline', async () => {
  const issuer = issuerOf({ commonName: 'hooks', hosts: [], clock: systemClock });
  const endMs = Date.now() + 60_000;
  const [authority, next] = [await issuer.authority(endMs), await issuer.authority(endMs)];
  const bundle = bundleOf({ authority, serving: authority, other: { ...next, role: 'next', sinceMs: 0 } });
  expect(bundle.match(/^-----(BEGIN|END) CERTIFICATE-----\n/gm)).toHaveLength(4);
  expect(bundle.endsWith('-----END CERTIFICATE-----\n')).toBe(true);
});
