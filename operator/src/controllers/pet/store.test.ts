import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { toDeclaredSettings, silentLogger, systemClock, type ValuesOf } from '../../../runtime/src/base/index.ts';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { OperatorError } from '@kubewright/runtime';
import { PetStoreError, type PetStoreReason } from '../../pet-store/client/index.ts';
import { StoreRecovery } from './store-recovery.ts';
import type { SharedPetStore } from './shared-store.ts';
import { startPetStore } from '../../pet-store/index.ts';
import { createAuthority } from '../../../control-plane/src/control-plane/pki/authority.ts';
import { someResource } from '../../../runtime/fixtures/some-object.ts';
import type { Status } from './status.ts';
import { ask, openStore, petSettings } from './store.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'open-store-'));
const opened: SharedPetStore[] = [];

afterEach(async () => {
  for (const store of opened.splice(0)) await store[Symbol.asyncDispose]();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const defaults = Object.fromEntries(
  Object.entries(petSettings).map(([name, setting]) => [name, 'default' in setting ? setting.default : undefined]),
) as ValuesOf<typeof petSettings>;

async function open(settings: Partial<typeof defaults> = {}, dryRun = false): Promise<SharedPetStore> {
  const { signal } = new AbortController();
  const view = { settings: { ...defaults, ...settings }, dryRun, log: silentLogger, clock: systemClock, signal };
  const store = await openStore(view);
  opened.push(store);
  return store;
}

describe('the settings of the pet store', () => {
  it('have the documented names and defaults as environment variables', () => {
    expect(toDeclaredSettings(petSettings).map(({ env, default: value }) => `${env}=${String(value ?? '')}`)).toEqual([
      'PETSTORE_ADDRESS=petstore-service.petstore.svc.cluster.local:6742',
      'PETSTORE_RESYNC=5m',
      'PETSTORE_TIMEOUT=5s',
      'PETSTORE_TLS=false',
      'PETSTORE_CA_FILE=',
    ]);
  });

  it('determine how often the store is searched', async () => {
    const fiveMinutes = (await open()).nextSearchMs();
    expect(fiveMinutes).toBeGreaterThan(290_000);
    expect(fiveMinutes).toBeLessThanOrEqual(300_000);
    expect((await open({ petstoreResync: '1500ms' })).nextSearchMs()).toBeLessThanOrEqual(1500);
  });

  it('lead to a store that stores nothing in a dry run', async () => {
    await using server = await startPetStore({ address: '127.0.0.1:0' });
    const { signal } = new AbortController();
    const rex = { name: 'rex', type: 'dog', birthday: { year: 2020, month: 1, day: 1 } } as const;
    const stored = async (dryRun: boolean): Promise<number> => {
      await (await open({ petstoreAddress: server.address }, dryRun)).add(rex, signal);
      return (await (await open({ petstoreAddress: server.address })).getKnown(signal)).size;
    };
    expect(await stored(true)).toBe(0);
    expect(await stored(false)).toBe(1);
  });

  it('accept only a valid address', () => {
    expect(petSettings.petstoreAddress).toMatchObject({ format: 'address' });
  });

  it('reject a resync of less than 100 ms', async () => {
    await expect(open({ petstoreResync: '99ms' })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringContaining('PETSTORE_RESYNC') as string,
    });
    expect(await open({ petstoreResync: '100ms' })).toBeDefined();
  });

  it('reject a file of certificate authorities that does not exist', async () => {
    const petstoreCaFile = path.join(folder, 'ca.pem');
    await expect(open({ petstoreCaFile })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringContaining('PETSTORE_CA_FILE') as string,
    });
    writeFileSync(petstoreCaFile, 'PEM');
    expect(await open({ petstoreCaFile })).toBeDefined();
  });

  it('connect by TLS only to a store with a certificate of these authorities', async () => {
    const [ours, others] = await Promise.all([createAuthority('pets'), createAuthority('cats')]);
    const { certificate: cert, key } = await ours.issue({
      ...{ commonName: 'store', usages: ['server'], hosts: [{ type: 'ip', value: '127.0.0.1' }] },
    });
    await using store = await startPetStore({ address: '127.0.0.1:0', tls: { cert, key } });
    const known = async (certificates: string, settings: Partial<typeof defaults> = {}): Promise<unknown> => {
      const petstoreCaFile = path.join(folder, 'authorities.pem');
      writeFileSync(petstoreCaFile, certificates);
      const opened = await open({ petstoreAddress: store.address, petstoreCaFile, ...settings });
      return opened.getKnown(new AbortController().signal);
    };
    expect(await known(ours.certificate)).toEqual(new Map());
    await expect(known(others.certificate)).rejects.toMatchObject({ reason: 'Unavailable' });
    await expect(known('', { petstoreCaFile: undefined, petstoreTls: true })).rejects.toMatchObject({
      reason: 'Unavailable',
    });
    await expect(known('', { petstoreCaFile: undefined })).rejects.toMatchObject({ reason: 'Unavailable' });
  });

  it('have a CA file that is read again for each connection; while it is missing, its last content is used', async () => {
    const [old, next] = await Promise.all([createAuthority('old'), createAuthority('next')]);
    const issueTls = async (authority: typeof old) => {
      const hosts = [{ type: 'ip', value: '127.0.0.1' }] as const;
      const { certificate: cert, key } = await authority.issue({ commonName: 'store', usages: ['server'], hosts });
      return { cert, key };
    };
    const petstoreCaFile = path.join(folder, 'rotated.pem');
    writeFileSync(petstoreCaFile, old.certificate);
    const first = await startPetStore({ address: '127.0.0.1:0', tls: await issueTls(old) });
    const { address } = first;
    const store = await open({ petstoreAddress: address, petstoreCaFile });
    const call = () => store.delete('7', new AbortController().signal);
    await call();
    rmSync(petstoreCaFile);
    await first[Symbol.asyncDispose]();
    const second = await startPetStore({ address, tls: await issueTls(old) });
    await call();
    writeFileSync(petstoreCaFile, next.certificate);
    await second[Symbol.asyncDispose]();
    await using _third = await startPetStore({ address, tls: await issueTls(next) });
    await call();
  });
});

const spec = { name: 'Thor', type: 'dog', birthday: '2021-04-01' } as const;
const pet: Pet = { ...someResource({ name: 'pet' }), spec };

function createStore(waiting: string[]): Pick<SharedPetStore, 'recovery'> {
  const options = { clock: systemClock, random: () => 0, probe: () => Promise.resolve(false), isBack: () => undefined };
  const comeback = new StoreRecovery(options);
  comeback.addWaiting = ({ name }) => void waiting.push(name);
  return { recovery: comeback };
}

/**
 * Makes a call that fails with this error.
 * @returns the thrown error, the conditions, and whether the reconcile is retried
 */
async function runFailedCall(error: Error, { carriesSpec = false } = {}) {
  const stated: Status[] = [];
  const status = { set: (each: Status) => void stated.push(each) };
  const waiting: string[] = [];
  const thrown: unknown = await ask({ pet, store: createStore(waiting), known: {}, status, carriesSpec }, () =>
    Promise.reject(error),
  ).catch((caught: unknown) => caught);
  const conditions = stated.at(-1)?.conditions?.map(({ type, reason }) => `${type} ${reason}`);
  return { thrown, conditions, waiting, retry: thrown instanceof OperatorError ? thrown.retry : undefined };
}

describe('a call to the store', () => {
  it('returns the response, and sets no status', async () => {
    const status = { set: () => expect.unreachable() };
    await expect(ask({ pet, store: createStore([]), known: {}, status }, () => Promise.resolve('id'))).resolves.toBe(
      'id',
    );
  });

  it.each<[PetStoreReason, string]>([
    ['Unavailable', 'StoreUnavailable'],
    ['Garbage', 'StoreInvalid'],
    ['NotFound', 'NotFound'],
  ])('is retried if it fails as %s', async (reason, condition) => {
    for (const carriesSpec of [true, false]) {
      expect(await runFailedCall(new PetStoreError(reason), { carriesSpec })).toMatchObject({
        conditions: [`Synced ${condition}`, `Ready ${condition}`],
        retry: true,
      });
    }
  });

  it('registers the Pet to be reconciled when the store answers again only if it had no response', async () => {
    expect(await runFailedCall(new PetStoreError('Unavailable'))).toMatchObject({ waiting: ['pet'] });
    for (const reason of ['Garbage', 'NotFound', 'Invalid'] as const)
      expect(await runFailedCall(new PetStoreError(reason))).toMatchObject({ waiting: [] });
  });

  it('is not retried until the spec changes if it contains the spec and is rejected', async () => {
    expect(await runFailedCall(new PetStoreError('Invalid'), { carriesSpec: true })).toMatchObject({
      conditions: ['Synced Invalid', 'Ready Invalid'],
      retry: false,
    });
  });

  it('is retried if it is rejected and does not contain the spec, because another spec would not help', async () => {
    expect(await runFailedCall(new PetStoreError('Invalid'))).toMatchObject({
      conditions: ['Synced StoreInvalid', 'Ready StoreInvalid'],
      retry: true,
    });
  });

  it('rethrows, unchanged, an error that is not from the store, and sets no status', async () => {
    const mistake = new TypeError('x is undefined');
    expect(await runFailedCall(mistake, { carriesSpec: true })).toEqual({
      ...{ thrown: mistake, conditions: undefined, waiting: [], retry: undefined },
    });
  });
});
