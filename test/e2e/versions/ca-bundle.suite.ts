import { beforeAll, expect, it } from 'vitest';

import { release3 } from '../../support/samples/cafe/index.ts';
import { buildRelease, type BuiltRelease } from '../../support/cafe/installed-cafes.ts';
import { until } from '../../support/until.ts';
import { type Cafes, system } from './cafes.ts';

/** Commands that apply the CRD again, as arguments of kubectl. */
const ways: readonly { readonly who: string; readonly args: readonly string[] }[] = [
  { who: 'kubectl apply', args: ['apply'] },
  ...['kubectl', 'argocd-controller', 'kustomize-controller', 'helm'].map((manager) => ({
    who: `server-side apply by ${manager}`,
    args: ['apply', '--server-side', '--force-conflicts', `--field-manager=${manager}`],
  })),
];

/**
 * Tests that `caBundle` of the CRD stays correct after every apply, and that the operator does not write without need.
 */
export function testCaBundle(cafes: () => Cafes): void {
  let built: BuiltRelease;
  const caBundle = async (): Promise<string | undefined> => {
    const { spec } = await cafes().definition();
    return (spec.conversion as { webhook?: { clientConfig?: { caBundle?: string } } }).webhook?.clientConfig?.caBundle;
  };

  /** Lists the writes of the operator to the CRD and to Cafes while each replica checks its certificate three times. */
  async function listSettledWrites(): Promise<readonly string[]> {
    const about = async (): Promise<readonly string[]> =>
      (await cafes().audit.everywhere())
        .filter(({ objectRef }) =>
          ['secrets', 'customresourcedefinitions', 'cafes'].includes(objectRef?.resource ?? ''),
        )
        .map(({ verb, objectRef }) => `${verb} ${objectRef?.resource ?? ''}`);
    const looks = (calls: readonly string[]): number => calls.filter((call) => call === 'get secrets').length;
    const before = await about();
    const after = await until('each replica has checked three times', async () => {
      const now = await about();
      return looks(now) >= looks(before) + 6 && now;
    });
    return after.slice(before.length).filter((call) => !/^(get|list) /.test(call));
  }

  beforeAll(async () => {
    await cafes().release(release3);
    built = await buildRelease(release3, system);
    await until('caBundle is set', caBundle);
    await until('only v2 is stored', async () => (await cafes().definition()).status?.storedVersions?.join() === 'v2');
  });

  it.each(ways)('survives two applies of $who', async ({ args }) => {
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
    await listSettledWrites();
    expect(await listSettledWrites()).toEqual([]);
  });
}
