import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { connectPetStore, startPetStore } from './index.ts';
import { useTemporaryFolder } from '../../control-plane/fixtures/temporary-folder.ts';

const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;

let folder = '';
useTemporaryFolder((path) => void (folder = path));

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
    await expect(startPetStore({ address: other.address, data })).rejects.toThrow('address already in use');
    expect(await countAfterAdding({ data })).toBe(1);
  });
});
