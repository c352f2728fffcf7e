import { describe, expect, it } from 'vitest';

import { toWirePet, type WirePet } from '../contract/messages.ts';
import type { Pet } from '../pet.ts';
import { checkIds, createPetCollector } from './answers.ts';

const adam: Pet = { id: '0', name: 'Adam', type: 'dog', birthday: { year: 2020, month: 1, day: 1 } };
const buildWirePet = (change: WirePet = {}): WirePet => ({ ...toWirePet(adam), ...change });
const formatGarbage = (detail: string) => `the pet store returned an invalid response: ${detail}`;

describe('the ids in a response to AddPets', () => {
  it('are one per pet, not empty, and unique; otherwise the response is Garbage', () => {
    expect(checkIds(['a', 'b'], 2)).toEqual(['a', 'b']);
    expect(checkIds([], 0)).toEqual([]);
    expect(() => checkIds(['a'], 2)).toThrow(formatGarbage('the number of ids differs from the number of pets'));
    expect(() => checkIds(['a', 'b'], 1)).toThrow(formatGarbage('the number of ids differs from the number of pets'));
    expect(() => checkIds(['a', ''], 2)).toThrow(formatGarbage('an id is empty'));
    expect(() => checkIds(['a', 'a'], 2)).toThrow(formatGarbage('two added pets have the same id'));
  });
});

describe('the pets in a response to SearchPets', () => {
  it('are returned with our names of their types', () => {
    const found = createPetCollector(10);
    found.take(buildWirePet());
    expect(found.pets).toStrictEqual([adam]);
  });

  it.each<[WirePet, string]>([
    [{ id: '' }, 'a pet has an empty id'],
    [{ name: ' ' }, 'the name of a pet is empty'],
    [{ type: 'PTUnknown' }, 'the type of a pet is unknown'],
    [{ type: 5 }, 'the type of a pet is unknown'],
    [{ birthday: {} }, 'the birthday of a pet is not a valid date'],
    [{ birthday: { year: 2021, month: 2, day: 29 } }, 'the birthday of a pet is not a valid date'],
  ])('are Garbage if one of them has %o', (change, detail) => {
    expect(() => createPetCollector(10).take(buildWirePet(change))).toThrow(formatGarbage(detail));
  });

  it('are Garbage if one of them has no birthday', () => {
    expect(() => createPetCollector(10).take({ id: '0', name: 'Adam', type: 'PTCanine' })).toThrow(
      formatGarbage('the birthday of a pet is missing'),
    );
  });

  it('have unique ids; otherwise the response is Garbage', () => {
    const found = createPetCollector(10);
    found.take(buildWirePet());
    expect(() => found.take(buildWirePet({ name: 'Eve' }))).toThrow(formatGarbage('two pets have the same id'));
  });

  it('are limited in number and in size; otherwise the response is Garbage', () => {
    const few = createPetCollector(1);
    few.take(buildWirePet());
    expect(() => few.take(buildWirePet({ id: '1' }))).toThrow(
      formatGarbage('the response contains more pets, or longer names, than this client accepts'),
    );
    const long = createPetCollector(1000);
    const name = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 127; i++) long.take(buildWirePet({ id: String(i), name }));
    expect(() => long.take(buildWirePet({ id: '127', name }))).toThrow(
      formatGarbage('the response contains more pets, or longer names, than this client accepts'),
    );
  });
});
