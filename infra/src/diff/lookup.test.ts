import { describe, expect, it } from 'vitest';

import type { PlainObject } from '../objects/index.ts';
import type { Printed } from './kubectl.ts';
import { lookUp } from './lookup.ts';

const lion: PlainObject = {
  apiVersion: 'zoo.example/v1',
  kind: 'Animal',
  metadata: { name: 'lion', namespace: 'cage' },
};
const keeper: PlainObject = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'keeper', namespace: 'cage' },
};
const cage: PlainObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'cage' } };

/** What kubectl 1.36 prints. */
const answering = (printed: Partial<Printed>) => async (): Promise<Printed> => ({
  ...{ ok: true, stdout: '', stderr: '' },
  ...printed,
});
const unknown = [
  'error: resource mapping not found for name: "lion" namespace: "cage" from "STDIN": no matches for kind "Animal" in version "zoo.example/v1"',
  'ensure CRDs are installed first',
].join('\n');

describe('lookUp', () => {
  it('finds what exists beside kinds that the cluster does not know', async () => {
    const stdout = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [cage, keeper] });
    const found = await lookUp(answering({ ok: false, stdout, stderr: unknown }), [lion, keeper]);
    expect([found.knows(lion), found.knows(keeper)]).toEqual([false, true]);
    expect([found.live(lion), found.live(keeper)]).toEqual([undefined, keeper]);
    expect([found.hasNamespace('cage'), found.hasNamespace('wood')]).toEqual([true, false]);
  });

  it('finds an object without a namespace in that of the context', async () => {
    const { namespace: _, ...metadata } = keeper.metadata;
    const found = await lookUp(answering({ stdout: JSON.stringify(keeper) }), [{ ...keeper, metadata }]);
    expect(found.live({ ...keeper, metadata })).toEqual(keeper);
  });

  it.each([
    ['dial tcp 127.0.0.1:1: connect: connection refused', 'see that the cluster runs'],
    [`${unknown}\nerror: dial tcp 127.0.0.1:1: connect: connection refused`, 'see that the cluster runs'],
    ['Error from server (Forbidden): namespaces "cage" is forbidden', 'a diff needs the rights to get and to patch'],
  ])('throws for %j', async (stderr, hint) => {
    await expect(lookUp(answering({ ok: false, stderr }), [lion])).rejects.toThrow(hint);
  });
});
