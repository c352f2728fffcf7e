import { beforeAll, describe, expect, it } from 'vitest';

import { ConfigMap } from '../../../operator/runtime/src/kinds/index.ts';
import { bothVersions, release1, release2, release3, release4 } from '../../support/samples/cafe/index.ts';
import { buildRelease, definitionName } from '../../support/cafe/installed-cafes.ts';
import { until } from '../../support/until.ts';
import { buildCafe, type Cafes, namespace, system } from './cafes.ts';

const v1 = 'cafes.v1.example.com';
const v2 = 'cafes.v2.example.com';
const kept = (version: string): string => `conversion.kubewright.dev/${version}`;

/** Upgrades through all releases and back, with objects that existed before. */
export function testUpgrade(cafes: () => Cafes): void {
  const apply = async (object: object, ...flags: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await cafes().print(['apply', '--server-side', ...flags, '-f', '-'], object);
    return stdout + stderr;
  };
  const patch = async (version: string, name: string, spec: object): Promise<void> => {
    const text = JSON.stringify({ spec });
    const { stderr } = await cafes().print(['patch', version, name, '--type=merge', '-p', text]);
    expect(stderr).toBe('');
  };
  const listConversionAnnotations = async (version: 'v1' | 'v2', name: string): Promise<readonly string[]> =>
    Object.keys((await cafes().read(version, name)).metadata.annotations ?? {}).filter((each) =>
      each.startsWith('conversion.'),
    );

  async function untilStored(version: 'v1' | 'v2'): Promise<void> {
    await until(`everything is stored as ${version}`, async () => {
      const { status } = await cafes().definition();
      return status?.storedVersions?.join() === version;
    });
    expect(Object.keys(await cafes().stored())).toEqual([version]);
  }

  /**
   * Waits until the owner references have this version. The test cluster allows a change of an owner reference only to
   * users who may delete the child.
   */
  async function untilReference(apiVersion: string): Promise<void> {
    await until(`the board of old names its owner in ${apiVersion}`, async () => {
      const { metadata } = await cafes().client.resource(ConfigMap).get({ namespace, name: 'old' });
      return metadata.ownerReferences?.map((reference) => reference.apiVersion).join() === apiVersion;
    });
  }

  beforeAll(async () => {
    await cafes().release(release1);
    await apply(buildCafe('v1', 'old', { openFor: '150m', guests: 20, waiter: 'Ada' }));
    await cafes().untilBoard('old', { inside: '20', open: '150 minutes a day' });
  });

  describe('to both versions', () => {
    beforeAll(async () => {
      await cafes().release(release2);
    });

    it('the CRD has both, stored as before, and no caBundle is shipped', async () => {
      const { spec, status } = await cafes().definition();
      expect(spec.versions.map(({ name, storage }) => [name, storage])).toEqual([
        ['v2', false],
        ['v1', true],
      ]);
      expect(status?.storedVersions).toEqual(['v1']);
      expect(spec.conversion).toMatchObject({
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { name: 'cafes-webhooks', namespace: 'cafes-system', path: '/convert/cafe' } },
          conversionReviewVersions: ['v1'],
        },
      });
      expect(bothVersions.crd.spec.conversion).toBeUndefined();
    });

    it('an older object is read in both, and an annotation has the fields that only v1 has', async () => {
      expect((await cafes().read('v1', 'old')).spec).toEqual({ openFor: '150m', guests: 20, waiter: 'Ada' });
      expect((await cafes().read('v2', 'old')).spec).toEqual({ openMinutes: 150, seats: 20 });
      expect(await listConversionAnnotations('v1', 'old')).toEqual([]);
      expect(await listConversionAnnotations('v2', 'old')).toEqual([kept('v1')]);
    });

    it('kubectl shows each version with its own columns', async () => {
      expect((await cafes().print(['get', v1, 'old'])).stdout).toMatch(/^NAME +OPEN FOR +GUESTS +AGE\nold +150m +20 /);
      expect((await cafes().print(['get', v2, 'old'])).stdout).toMatch(
        /^NAME +OPEN MINUTES +SEATS +TERRACE +AGE\nold +150 +20 /,
      );
    });

    it('edits in either version retain the fields that only the other has', async () => {
      await patch(v2, 'old', { terrace: 8 });
      await patch(v1, 'old', { guests: 24 });
      expect((await cafes().read('v2', 'old')).spec).toEqual({ openMinutes: 150, seats: 24, terrace: 8 });
      expect((await cafes().read('v1', 'old')).spec).toEqual({ openFor: '150m', guests: 24, waiter: 'Ada' });
      // The object is stored as v1, and an annotation retains its v2 fields.
      expect(await listConversionAnnotations('v1', 'old')).toEqual([kept('v2')]);
      await cafes().untilBoard('old', { inside: '16', open: '150 minutes a day', outside: '8' });
    });

    it('a child keeps the old version in its owner reference without permission to delete it', async () => {
      await cafes().untilBoard('old', { inside: '16', open: '150 minutes a day', outside: '8' });
      await untilReference('example.com/v1');
    });

    it('a change in v2 of a field that v1 spells differently is visible in v1', async () => {
      await patch(v2, 'old', { openMinutes: 480 });
      expect((await cafes().read('v1', 'old')).spec).toEqual({ openFor: '8h', guests: 24, waiter: 'Ada' });
    });

    it('two managers apply it in two versions: each owns its fields, in its version', async () => {
      expect(
        await apply(buildCafe('v1', 'shared', { openFor: '1h', guests: 9, waiter: 'Bo' }), '--field-manager=one'),
      ).toBe('cafe.example.com/shared serverside-applied');
      expect(await apply(buildCafe('v2', 'shared', { terrace: 2 }), '--field-manager=two')).toBe(
        'cafe.example.com/shared serverside-applied',
      );
      const { spec, metadata } = await cafes().read('v2', 'shared');
      expect(spec).toEqual({ openMinutes: 60, seats: 9, terrace: 2 });
      const owned = (metadata.managedFields ?? []).filter(({ manager = '' }) => ['one', 'two'].includes(manager));
      expect(owned.map(({ manager, apiVersion, fieldsV1 }) => [manager, apiVersion, fieldsV1])).toEqual([
        ['one', 'example.com/v1', { 'f:spec': { 'f:guests': {}, 'f:openFor': {}, 'f:waiter': {} } }],
        ['two', 'example.com/v2', { 'f:spec': { 'f:terrace': {} } }],
      ]);
    });

    it('an apply of a field that somebody owns in the other version gets a conflict in that version', async () => {
      const output = await apply(buildCafe('v2', 'shared', { openMinutes: 90, terrace: 2 }), '--field-manager=two');
      expect(output).toContain('error: Apply failed with 1 conflict: conflict with "one": .spec.openFor');
    });

    it('the same manager continues in v2 with the fields that it applied in v1', async () => {
      const spec = { openMinutes: 90, seats: 9 };
      expect(await apply(buildCafe('v2', 'shared', spec), '--field-manager=one')).toContain('serverside-applied');
      expect((await cafes().read('v2', 'shared')).spec).toEqual({ ...spec, terrace: 2 });
    });
  });

  describe('to v2 as the stored version', () => {
    beforeAll(async () => {
      await cafes().release(release3);
    });

    it('every object is stored as v2, and v1 is no longer listed', async () => {
      await untilStored('v2');
    });

    it('a child names its owner in the new version with permission to delete it', async () => {
      await untilReference('example.com/v2');
    });

    it('an event reports it', async () => {
      const { stdout } = await cafes().kubectl([
        'get',
        'events',
        '-n',
        'default',
        '--field-selector=reason=StorageMigrated',
      ]);
      expect(stdout).toMatch(
        /Normal +StorageMigrated +customresourcedefinition\/cafes\.example\.com +All objects are stored as v2: v1 can be removed from the versions of the API$/,
      );
    });

    it('nothing is lost by it', async () => {
      expect((await cafes().read('v1', 'old')).spec).toEqual({ openFor: '8h', guests: 24, waiter: 'Ada' });
      expect((await cafes().read('v2', 'old')).spec).toEqual({ openMinutes: 480, seats: 24, terrace: 8 });
      expect(await listConversionAnnotations('v2', 'old')).toEqual([kept('v1')]);
    });

    it('a value that v1 allows and v2 does not is rejected when it is written', async () => {
      const { stderr } = await cafes().print(
        ['create', '-f', '-'],
        buildCafe('v1', 'long', { openFor: '30h', guests: 5 }),
      );
      expect(stderr).toContain(
        'conversion webhook for example.com/v1, Kind=Cafe failed: Cafe cafes/long cannot be converted from v1 to v2: ' +
          'spec.openFor: Invalid value: "30h": a day has 24h',
      );
    });
  });

  describe('back to the previous release', () => {
    it('everything is stored as v1 again, and nothing is lost', async () => {
      await cafes().release(release2);
      await untilStored('v1');
      expect((await cafes().read('v1', 'old')).spec).toEqual({ openFor: '8h', guests: 24, waiter: 'Ada' });
      expect((await cafes().read('v2', 'old')).spec).toEqual({ openMinutes: 480, seats: 24, terrace: 8 });
    });

    it('and forward again', async () => {
      await cafes().release(release3);
      await untilStored('v2');
    });
  });

  describe('to v2 alone', () => {
    it('fails while objects may be stored as v1: the API server says why', async () => {
      const definition = await cafes().definition();
      const versions = definition.spec.versions.filter(({ name }) => name === 'v1');
      const only = { spec: { versions: versions.map((each) => ({ ...each, storage: true })) } };
      const { stderr } = await cafes().kubectl([
        ...['patch', 'crd', definitionName, '--type=merge', '-p'],
        JSON.stringify(only),
      ]);
      expect(stderr).toContain('status.storedVersions[0]: Invalid value: "v2": missing from spec.versions');
    });

    it('requires a replace: a server-side apply cannot remove caBundle, which the operator owns', async () => {
      const built = await buildRelease(release4, system);
      const applied = await cafes().kubectl(
        ['apply', '--server-side', '--field-manager=test', '-f', '-'],
        built.definition,
      );
      expect(applied.stderr).toContain(
        'spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook',
      );
      expect((await cafes().kubectl(['replace', '-f', '-'], built.definition)).stderr).toBe('');
    });

    it('an object that was created as v1 remains', async () => {
      await cafes().release(release4);
      const { spec } = await cafes().definition();
      expect(spec.versions.map(({ name }) => name)).toEqual(['v2']);
      expect(spec.conversion?.strategy).toBe('None');
      await patch(v2, 'old', { seats: 30 });
      await cafes().untilBoard('old', { inside: '22', open: '480 minutes a day', outside: '8' });
    });

    it('the board of a café that was created as v1 is deleted with it', async () => {
      const board = { namespace, name: 'old' };
      await cafes().print(['delete', v2, 'old']);
      await until(
        'the board is deleted',
        async () => (await cafes().client.resource(ConfigMap).tryGet(board)) === undefined,
      );
    });
  });
}
