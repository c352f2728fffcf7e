import type { Expression } from './expression.ts';
import { type Filled, same, type Sample } from './sample.ts';
import { isRecord } from '../../shape/index.ts';

/** The items of several lists that are the same one. */
export interface AlignedItem {
  readonly tag: string;
  /** The list whose items these are made from. */
  readonly each: Expression | undefined;
  /** They are the items of that list. */
  readonly isGiven: boolean;
  /** In which samples it is, and as what. */
  readonly found: ReadonlyMap<Sample, unknown>;
}

interface Tagged {
  readonly tag: string;
  readonly each?: Expression;
  readonly isGiven?: boolean;
  readonly value: unknown;
}

/** Pure: the items of the lists, in an order in which each list has its own. */
export function alignedItems(samples: readonly Sample[]): AlignedItem[] {
  const lists = samples.map((sample) => ({ sample, items: taggedItems(sample, samples) }));
  const order = commonOrder(lists.map(({ items }) => items.map(({ tag }) => tag)));
  return order.map((tag) => {
    const found = new Map<Sample, unknown>();
    let one: Tagged | undefined;
    for (const { sample, items } of lists) {
      const item = items.find((each) => each.tag === tag);
      if (item === undefined) continue;
      one ??= item;
      found.set(sample, item.value);
    }
    return { tag, each: one?.each, isGiven: one?.isGiven ?? false, found };
  });
}

function taggedItems({ valueSet, value }: Sample, samples: readonly Sample[]): Tagged[] {
  const list = value as readonly unknown[];
  const isAlone = samples.every((each) => (each.value as unknown[]).length === 1);
  const taken = new Map<string, number>();
  return list.map((item) => {
    const given = valueSet.filled.find(
      (each) => each.mode === 'items' && (each.value as unknown[]).some((one) => same(one, item)),
    );
    if (given !== undefined)
      return { tag: `given ${given.expression.go}`, each: given.expression, isGiven: true, value: item };
    const each = valueSet.filled.find((one) => one.mode === 'each' && isMadeOf(item, one));
    const key = `${each === undefined ? '' : each.expression.go} ${isAlone && !isNamed(item) ? 'only' : keyOf(item, valueSet.filled)}`;
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    return { tag: count === 1 ? key : `${key} ${count}`, value: item, ...(each && { each: each.expression }) };
  });
}

function isMadeOf(item: unknown, { value }: Filled): boolean {
  const [only] = value as readonly unknown[];
  if (only === undefined) return false;
  if (isNamed(item)) return nameOf(item as Named).includes(typeof only === 'string' ? only : JSON.stringify(only));
  return JSON.stringify(item, withoutLists).includes(JSON.stringify(only));
}

interface Named {
  readonly name?: unknown;
  readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown };
}

/** Pure: by what an item is known. */
function nameOf({ name, metadata }: Named): string {
  return metadata === undefined ? String(name) : `${String(metadata.namespace)}/${String(metadata.name)}`;
}

/** What is in a list within the item belongs to an item of that list. */
function withoutLists(_key: string, value: unknown): unknown {
  return Array.isArray(value) ? undefined : value;
}

function isNamed(item: unknown): boolean {
  return isRecord(item) && (typeof item['name'] === 'string' || typeof item['kind'] === 'string');
}

/** Pure: the same for items that are the same whatever is given. */
function keyOf(item: unknown, filled: readonly Filled[]): string {
  if (!isRecord(item)) return withoutGiven(JSON.stringify(item), filled);
  const { kind, metadata, name, apiGroups, resources } = item;
  if (apiGroups !== undefined && resources !== undefined) return withoutGiven(keyOfRule(item), filled);
  if (typeof kind === 'string' && isRecord(metadata)) {
    const { name: own, namespace } = metadata;
    return withoutGiven(`${kind} ${String(namespace)}/${String(own)}`, filled);
  }
  return withoutGiven(typeof name === 'string' ? name : JSON.stringify(item), filled);
}

/** Of rules about the same resources, those for objects by name are others. */
function keyOfRule({ apiGroups, resources, resourceNames, verbs }: Readonly<Record<string, unknown>>): string {
  const isFor = Array.isArray(resources) && resources.length === 1 && verbs === undefined;
  return JSON.stringify([apiGroups, resources, isFor ? [] : (resourceNames ?? [])]);
}

function withoutGiven(text: string, filled: readonly Filled[]): string {
  const texts = filled.filter(({ mode, isUnique }) => isUnique === true && (mode === 'text' || mode === 'each'));
  return texts.reduce((left, { value, expression, mode }) => {
    const given = String(mode === 'each' ? (value as unknown[])[0] : value);
    return given === '' || given === 'undefined' ? left : left.replaceAll(given, `<${expression.go}>`);
  }, text);
}

/** Pure: an order of all tags that each of the lists has, too, if there is one. */
function commonOrder(lists: readonly (readonly string[])[]): string[] {
  const before = new Map<string, Set<string>>();
  for (const list of lists) {
    for (const [index, tag] of list.entries()) {
      const known = before.get(tag) ?? new Set<string>();
      before.set(tag, known);
      const previous = list[index - 1];
      if (previous !== undefined) known.add(previous);
    }
  }
  const order: string[] = [];
  const left = new Set(before.keys());
  while (left.size > 0) {
    const free = [...left].filter((tag) => [...(before.get(tag) ?? [])].every((each) => !left.has(each)));
    const [next = ''] = free.length > 0 ? free.sort() : left;
    order.push(next);
    left.delete(next);
  }
  return order;
}
