import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { isRecord, systemClock } from '../../../operator/runtime/src/base/index.ts';
import { createAuthority } from '../../../operator/runtime/src/certificates/authority.ts';
import { applyCommands, listSettledWrites } from '../support/ca-bundle.ts';
import { configurationKinds, type InstalledGates } from './installed.ts';
import {
  getCaBundle,
  listCaBundles,
  filterConfigurations,
  type Configuration,
  untilTrusted,
  listCaBundleOwners,
} from './configurations.ts';

/** Tests that `caBundle` stays correct after every write to the configurations. */
export function testCaBundle(gates: () => InstalledGates): void {
  let configurations: readonly Configuration[];
  const listWrites = () =>
    listSettledWrites(
      gates().audit,
      configurationKinds.map(({ plural }) => plural),
    );
  const list = (): object => ({ apiVersion: 'v1', kind: 'List', items: configurations });

  beforeAll(async () => {
    configurations = filterConfigurations(gates().operator.manifests);
    await untilTrusted(gates());
  });

  afterEach(async () => {
    await untilTrusted(gates());
  });

  it('is absent from the manifests, so no other manager owns it', () => {
    expect(configurations.map(({ kind }) => kind)).toEqual([
      'MutatingWebhookConfiguration',
      'ValidatingWebhookConfiguration',
    ]);
    expect(configurations.map(getCaBundle)).toEqual([undefined, undefined]);
  });

  it.each(applyCommands)('survives two applies of $who', async ({ args }) => {
    const before = await listCaBundles(gates());
    for (const _time of [1, 2]) {
      const { ok, stderr } = await gates().kubectl([...args, '-f', '-'], list());
      // The first client-side apply of an object that another client has created warns about a missing annotation.
      if (!ok) expect(stderr).toBe('');
      expect(await listCaBundles(gates())).toEqual(before);
    }
  });

  it('is set again at once after kubectl replace', async () => {
    const before = await listCaBundles(gates());
    expect((await gates().kubectl(['replace', '-f', '-'], list())).stderr).toBe('');
    await untilTrusted(gates());
    expect(await listCaBundles(gates())).toEqual(before);
  });

  it('is set again at once after somebody has set another one', async () => {
    const before = await listCaBundles(gates());
    const { certificate } = await createAuthority('somebody', { clock: systemClock, validDays: 1 });
    const caBundle = Buffer.from(certificate).toString('base64');
    for (const { kind, metadata, webhooks } of configurations) {
      const others = webhooks.map((each) => ({ ...each, clientConfig: { ...each.clientConfig, caBundle } }));
      const patch = JSON.stringify({ webhooks: others });
      expect((await gates().kubectl(['patch', kind, metadata.name, '--type=merge', '-p', patch])).stderr).toBe('');
    }
    await untilTrusted(gates());
    expect(await listCaBundles(gates())).toEqual(before);
  });

  it('is set at once in configurations that were deleted and created again', async () => {
    const before = await listCaBundles(gates());
    expect((await gates().kubectl(['delete', '-f', '-'], list())).stderr).toBe('');
    expect((await gates().kubectl(['create', '-f', '-'], list())).stderr).toBe('');
    await untilTrusted(gates());
    expect(await listCaBundles(gates())).toEqual(before);
  });

  describe('after all these writes', () => {
    it('is owned by the operator alone, and the operator owns nothing else', async () => {
      for (const { owners, owned } of await listCaBundleOwners(gates())) {
        expect(owners).toEqual(['gates/webhooks']);
        expect(owned.filter(isRecord).map(listLeafPaths)).toEqual([['webhooks.clientConfig.caBundle']]);
      }
    });

    it('costs no write while nothing changes, though both replicas check it', async () => {
      expect(await listWrites()).toEqual([]);
    });

    it('is written once by two replicas, which do not fight', async () => {
      const versions = await gates().generations();
      expect((await gates().kubectl(['replace', '-f', '-'], list())).stderr).toBe('');
      await untilTrusted(gates());
      expect(await listWrites()).toEqual([]);
      // Two writes: the replace itself, and one of the operator.
      expect(await gates().generations()).toEqual(versions.map((version) => version + 2));
    });
  });
}

/** Lists the fields in an entry of `managedFields`, without the keys of lists. */
function listLeafPaths(fields: Record<string, unknown>): readonly string[] {
  return Object.entries(fields).flatMap(([key, below]) => {
    if (key === '.') return [];
    const inside = isRecord(below) ? listLeafPaths(below) : [];
    if (!key.startsWith('f:')) return inside;
    const name = key.slice(2);
    return inside.length === 0 ? [name] : inside.map((each) => `${name}.${each}`);
  });
}
