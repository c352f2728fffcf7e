import { describe, expect, it } from 'vitest';

import { toWirePet, type WirePet } from '../contract/messages.ts';
import type { Pet } from '../pet.ts';
import { checkedIds, petCollector } from './answers.ts';

const adam: Pet = { id: '0', name: 'Adam', type: 'dog', birthday: { year: 2020, month: 1, day: 1 } };
const wire = (change: WirePet = {}): WirePet => ({ ...toWirePet(adam), ...change });
const garbage = (detail: string) => `the pet store gives an answer that makes no sense: ${detail}`;

describe('the ids in a response to AddPets', () => {
  it('are one per pet, not empty, and unique; otherwise the response is Garbage', () => {
    expect(checkedIds(['a', 'b'], 2)).toEqual(['a', 'b']);
    expect(checkedIds([], 0)).toEqual([]);
    expect(() => checkedIds(['a'], 2)).toThrow(garbage('it gave another number of ids than it was given pets'));
    expect(() => checkedIds(['a', 'b'], 1)).toThrow(garbage('it gave another number of ids than it was given pets'));
    expect(() => checkedIds(['a', ''], 2)).toThrow(garbage('it gave an empty id'));
    expect(() => checkedIds(['a', 'a'], 2)).toThrow(garbage('it gave two pets the same id'));
  });
});

describe('the pets in a response to SearchPets', () => {
  it('are returned with our names of their types', () => {
    const found = petCollector(10);
    found.take(wire());
    expect(found.pets).toStrictEqual([adam]);
  });

  it.each<[WirePet, string]>([
    [{ id: '' }, 'it has a pet without an id'],
    [{ name: ' ' }, 'it has a pet without a name'],
    [{ type: 'PTUnknown' }, 'it has a pet of an unknown type'],
    [{ type: 5 }, 'it has a pet of an unknown type'],
    [{ birthday: {} }, 'it has a pet whose birthday is no day'],
    [{ birthday: { year: 2021, month: 2, day: 29 } }, 'it has a pet whose birthday is no day'],
  ])('are Garbage if one of them has %o', (change, detail) => {
    expect(() => petCollector(10).take(wire(change))).toThrow(garbage(detail));
  });

  it('are Garbage if one of them has no birthday', () => {
    expect(() => petCollector(10).take({ id: '0', name: 'Adam', type: 'PTCanine' })).toThrow(
      garbage('it has a pet without a birthday'),
    );
  });

  it('have unique ids; otherwise the response is Garbage', () => {
    const found = petCollector(10);
    found.take(wire());
    expect(() => found.take(wire({ name: 'Eve' }))).toThrow(garbage('it has two pets with the same id'));
  });

  it('are limited in number and in size; otherwise the response is Garbage', () => {
    const few = petCollector(1);
    few.take(wire());
    expect(() => few.take(wire({ id: '1' }))).toThrow(garbage('it has more pets than this client takes'));
    const long = petCollector(1000);
    const name = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 127; i++) long.take(wire({ id: String(i), name }));
    expect(() => long.take(wire({ id: '127', name }))).toThrow(garbage('it has more pets than this client takes'));
  });
});
