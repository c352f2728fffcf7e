import { beforeAll, expect, it } from 'vitest';

import { release3 } from '../../support/samples/cafe/index.ts';
import { buildRelease, type BuiltRelease } from '../../support/cafe/installed-cafes.ts';
import { until } from '../../support/until.ts';
import { applyCommands, listSettledWrites } from '../support/ca-bundle.ts';
import { type Cafes, system } from './cafes.ts';

/**
 * Tests that `caBundle` of the CRD stays correct after every apply, and that the operator does not write without need.
 */
export function testCaBundle(cafes: () => Cafes): void {
  let built: BuiltRelease;
  const caBundle = async (): Promise<string | undefined> => {
    const { spec } = await cafes().definition();
    return (spec.conversion as { webhook?: { clientConfig?: { caBundle?: string } } }).webhook?.clientConfig?.caBundle;
  };

  beforeAll(async () => {
    await cafes().release(release3);
    built = await buildRelease(release3, system);
    await until('caBundle is set', caBundle);
    await until('only v2 is stored', async () => (await cafes().definition()).status?.storedVersions?.join() === 'v2');
  });

  it.each(applyCommands)('survives two applies of $who', async ({ args }) => {
    const before = await caBundle();
    for (const _time of [1, 2]) {
      const { ok, stderr } = await cafes().kubectl([...args, '-f', '-'], built.definition);
      if (!ok) expect(stderr).toBe('');
      expect(await caBundle()).toBe(before);
    }
  });

  it('is set again at once after kubectl replace', async () => {
    const before = await caBundle();
    expect((await cafes().kubectl(['replace', '-f', '-'], built.definition)).stderr).toBe('');
    await until('caBundle is restored', async () => (await caBundle()) === before);
  });

  it('is owned by the operator alone, which owns nothing else of the CRD', async () => {
    const { managedFields = [] } = (await cafes().definition()).metadata;
    const owners = managedFields.filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes('f:caBundle'));
    expect(owners.map(({ manager }) => manager)).toEqual(['cafes/webhooks']);
    expect(owners[0]?.fieldsV1).toEqual({
      'f:spec': { 'f:conversion': { 'f:webhook': { 'f:clientConfig': { 'f:caBundle': {} } } } },
    });
  });

  it('costs no write while nothing changes, and no object is migrated again', async () => {
    // Waits, because on a busy machine the other replica may still write `caBundle` after the replace.
    const listWrites = () => listSettledWrites(cafes().audit, ['customresourcedefinitions', 'cafes']);
    await listWrites();
    expect(await listWrites()).toEqual([]);
  });
}
