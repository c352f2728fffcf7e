import { describe, expect, it } from 'vitest';

import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { OperatorError } from '../../index.ts';
import { PetStoreError, type PetStoreReason } from '../../pet-store/client/index.ts';
import { someObject } from '../../testing/some-object.ts';
import { ask } from './ask.ts';
import type { Status } from './status.ts';

const spec = { name: 'Thor', type: 'dog', birthday: '2021-04-01' } as const;
const pet: Pet = { ...someObject({ name: 'pet' }), spec };

/** Asks a store that fails; tells what is said of it, and whether it is asked again. */
async function askedOf(error: Error, { carriesSpec = false } = {}) {
  const stated: Status[] = [];
  const status = { set: (each: Status) => void stated.push(each) };
  const thrown: unknown = await ask({ pet, known: {}, status, carriesSpec }, () => Promise.reject(error)).catch(
    (caught: unknown) => caught,
  );
  const conditions = stated.at(-1)?.conditions?.map(({ type, reason }) => `${type} ${reason}`);
  return { thrown, conditions, retry: thrown instanceof OperatorError ? thrown.retry : undefined };
}

describe('a question to the store', () => {
  it('gives the answer, and says nothing', async () => {
    const status = { set: () => expect.unreachable() };
    await expect(ask({ pet, known: {}, status }, () => Promise.resolve('id'))).resolves.toBe('id');
  });

  it.each<[PetStoreReason, string]>([
    ['Unavailable', 'StoreUnavailable'],
    ['Garbage', 'StoreInvalid'],
    ['NotFound', 'NotFound'],
  ])('that fails as %s is asked again', async (reason, said) => {
    for (const carriesSpec of [true, false]) {
      expect(await askedOf(new PetStoreError(reason), { carriesSpec })).toMatchObject({
        conditions: [`Synced ${said}`, `Ready ${said}`],
        retry: true,
      });
    }
  });

  it('that carries the spec and is refused for it waits for another spec', async () => {
    expect(await askedOf(new PetStoreError('Invalid'), { carriesSpec: true })).toMatchObject({
      conditions: ['Synced Invalid', 'Ready Invalid'],
      retry: false,
    });
  });

  it('that carries nothing of the spec is asked again also if it is refused: no other spec would help', async () => {
    expect(await askedOf(new PetStoreError('Invalid'))).toMatchObject({
      conditions: ['Synced StoreInvalid', 'Ready StoreInvalid'],
      retry: true,
    });
  });

  it('that fails for a reason of ours fails with that, and says nothing', async () => {
    const mistake = new TypeError('x is undefined');
    expect(await askedOf(mistake, { carriesSpec: true })).toEqual({ thrown: mistake, conditions: undefined });
  });
});
