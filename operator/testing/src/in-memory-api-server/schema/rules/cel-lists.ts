import { Environment } from '@marcbachmann/cel-js';

import { RuleError } from './rule-error.ts';

type Values = readonly (bigint | number | string)[];
type Items = readonly unknown[];

/**
 * Adds the functions for lists and sets: https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-list-library
 */
export function registerLists(environment: Environment): void {
  environment
    .registerFunction('list.isSorted(): bool', (list: Values) =>
      list.every((each, index) => index === 0 || compare(list[index - 1], each) <= 0),
    )
    .registerFunction('list.sum(): dyn', (list: Values) => list.reduce(add, undefined) ?? 0n)
    .registerFunction('list.min(): dyn', (list: Values) => pick(list, -1))
    .registerFunction('list.max(): dyn', (list: Values) => pick(list, 1))
    .registerFunction('list.indexOf(dyn): int', (list: Items, item: unknown) =>
      BigInt(list.findIndex((each) => isSame(each, item))),
    )
    .registerFunction('list.lastIndexOf(dyn): int', (list: Items, item: unknown) =>
      BigInt(list.findLastIndex((each) => isSame(each, item))),
    )
    .registerType('Sets', Sets)
    .registerConstant('sets', 'Sets', new Sets())
    .registerFunction('Sets.contains(list, list): bool', (_sets, list: Items, items: Items) => holds(list, items))
    .registerFunction(
      'Sets.equivalent(list, list): bool',
      (_sets, one: Items, other: Items) => holds(one, other) && holds(other, one),
    )
    .registerFunction('Sets.intersects(list, list): bool', (_sets, one: Items, other: Items) =>
      one.some((each) => has(other, each)),
    );
}

/** The namespace `sets` of CEL's functions for sets. */
class Sets {
  readonly namespace = 'sets';
}

function compare(one: Values[number] | undefined, other: Values[number] | undefined): number {
  if (one === undefined || other === undefined || one === other) return 0;
  return one < other ? -1 : 1;
}

function pick(list: Values, order: -1 | 1): Values[number] {
  const [first, ...rest] = list;
  if (first === undefined) throw new RuleError(`${order < 0 ? 'min' : 'max'} called on empty list`);
  return rest.reduce((best, each) => (compare(each, best) === order ? each : best), first);
}

function add(sum: bigint | number | undefined, each: Values[number]): bigint | number {
  if (typeof each === 'bigint') return (typeof sum === 'bigint' ? sum : 0n) + each;
  return Number(sum ?? 0) + Number(each);
}

const equal = new Environment({ homogeneousAggregateLiterals: false })
  .registerVariable('one', 'dyn')
  .registerVariable('other', 'dyn')
  .parse('one == other');

function isSame(one: unknown, other: unknown): boolean {
  return equal({ one, other }) === true;
}

function has(list: Items, item: unknown): boolean {
  return list.some((each) => isSame(each, item));
}

function holds(list: Items, items: Items): boolean {
  return items.every((item) => has(list, item));
}
