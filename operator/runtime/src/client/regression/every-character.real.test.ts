import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { systemClock } from '../../base/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { type Client, connect } from '../index.ts';

let client: Client;
const key = { namespace: 'default', name: `every-character-${randomUUID()}` };

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
});

afterAll(async () => {
  await client.resource(ConfigMap).delete(key, { propagation: 'Background' });
  await client.transport.close();
});

// The API server reads an apply as YAML, which folds some JSON characters into a blank and rejects others.
it('the API server stores the text of an apply character by character', async () => {
  const codePoints = [...Array(0x2100).keys(), 0xd7ff, 0xe000, 0xfeff, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x10ffff];
  const data = Object.fromEntries(
    codePoints.map((codePoint) => [`u${codePoint.toString(16)}`, `a${String.fromCodePoint(codePoint)}b`]),
  );
  const desired = { apiVersion: 'v1', kind: 'ConfigMap', metadata: key, data };
  const { object } = await client.resource(ConfigMap).apply(desired, { fieldManager: 'test', force: true });
  expect(object.data).toEqual(data);
});
