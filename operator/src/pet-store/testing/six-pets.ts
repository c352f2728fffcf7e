import type { Pet } from '../client/index.ts';

/** The pets of the original store's own tests; tests refer to them by index. */
export const sixPets: readonly Pet[] = [
  { id: '0', name: 'Adam', type: 'dog', birthday: { year: 2020, month: 1, day: 1 } },
  { id: '1', name: 'Becky', type: 'cat', birthday: { year: 2020, month: 2, day: 1 } },
  { id: '2', name: 'Calvin', type: 'cat', birthday: { year: 2020, month: 2, day: 2 } },
  { id: '3', name: 'David', type: 'bird', birthday: { year: 2021, month: 2, day: 2 } },
  { id: '4', name: 'Elaine', type: 'reptile', birthday: { year: 2021, month: 2, day: 2 } },
  { id: '5', name: 'Elaine', type: 'reptile', birthday: { year: 2021, month: 2, day: 3 } },
];
