import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { connectPetStore, startPetStore } from './index.ts';

const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubewright-pets-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function countAfterAdding(options: { data?: string }): Promise<number> {
  await using store = await startPetStore({ address: '127.0.0.1:0', ...options });
  await using client = connectPetStore({ address: store.address });
  await client.add([thor]);
  return (await client.search()).length;
}

describe('startPetStore', () => {
  it('keeps pets in memory until it stops', async () => {
    expect(await countAfterAdding({})).toBe(1);
    expect(await countAfterAdding({})).toBe(1);
  });

  it('keeps pets in a file for the next start', async () => {
    const data = path.join(folder, 'pets.db');
    expect(await countAfterAdding({ data })).toBe(1);
    expect(await countAfterAdding({ data })).toBe(2);
  });

  it('closes its file if it cannot listen', async () => {
    await using other = await startPetStore({ address: '127.0.0.1:0' });
    const data = path.join(folder, 'pets.db');
    await expect(startPetStore({ address: other.address, data })).rejects.toThrow('the port is in use');
    expect(await countAfterAdding({ data })).toBe(1);
  });

  it('rejects if it cannot open its file', async () => {
    const data = path.join(folder, 'none/pets.db');
    await expect(startPetStore({ address: '127.0.0.1:0', data })).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
  });
});
