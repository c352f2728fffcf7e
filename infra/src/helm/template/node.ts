import type { Condition, Expression, View } from './expression.ts';

/** A template of one value of YAML. */
export type TemplateNode = Constant | Computed | Text | Sum | Choice | TemplateMap | TemplateList;

/** The same whatever the values are. */
export interface Constant {
  readonly kind: 'constant';
  readonly value: unknown;
}

/** A value as it is given. */
export interface Computed {
  readonly kind: 'computed';
  readonly expression: Expression;
}

/** A string with given parts. */
export interface Text {
  readonly kind: 'text';
  readonly parts: readonly (string | Expression)[];
}

/** A given number, and something more. */
export interface Sum {
  readonly kind: 'sum';
  readonly expression: Expression;
  readonly more: number;
}

export interface Choice {
  readonly kind: 'choice';
  readonly when: Condition;
  readonly yes: TemplateNode;
  readonly no: TemplateNode;
}

export interface TemplateMap {
  readonly kind: 'map';
  readonly entries: readonly TemplateEntry[];
  readonly merged: readonly Merged[];
}

export interface TemplateEntry {
  readonly key: Constant | Text;
  /** `undefined`: always. */
  readonly when: Condition | undefined;
  readonly node: TemplateNode;
}

/** A given map among the entries. Of two with the same key the one with the higher rank wins; entries have rank 10. */
export interface Merged {
  readonly expression: Expression;
  readonly rank: number;
}

export interface TemplateList {
  readonly kind: 'list';
  readonly items: readonly TemplateItem[];
}

export interface TemplateItem {
  /** By what the item is known in every sample. */
  readonly tag: string;
  readonly when: Condition | undefined;
  /** A given list: each of its items becomes one here. `undefined`: there is one item. */
  readonly each: Expression | undefined;
  /** `undefined`: the items as they are given. */
  readonly node: TemplateNode | undefined;
}

/** The item of a given list. */
export const eachItem: Expression = { go: '$each', of: (view) => view['$each'] };

export const rankOfEntries = 10;

/** Pure: what the template makes of the values. */
export function rendered(node: TemplateNode, view: View): unknown {
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'computed':
      return node.expression.of(view);
    case 'text':
      return node.parts.map((part) => (typeof part === 'string' ? part : String(part.of(view)))).join('');
    case 'sum':
      return Number(node.expression.of(view)) + node.more;
    case 'choice':
      return rendered(node.when.of(view) ? node.yes : node.no, view);
    case 'map':
      return renderedMap(node, view);
    case 'list':
      return node.items.filter(({ when }) => when?.of(view) ?? true).flatMap((item) => renderedItem(item, view));
  }
}

function renderedMap({ entries, merged }: TemplateMap, view: View): object {
  const own = entries
    .filter(({ when }) => when?.of(view) ?? true)
    .map(({ key, node }) => [String(rendered(key, view)), rendered(node, view)]);
  const layers = [
    ...merged.map(({ expression, rank }) => ({ rank, layer: expression.of(view) ?? {} })),
    { rank: rankOfEntries, layer: Object.fromEntries(own) as object },
  ];
  layers.sort((a, b) => a.rank - b.rank);
  return Object.assign({}, ...layers.map(({ layer }) => layer)) as object;
}

/** Pure: what an item makes of the values, if it is there. */
export function renderedItem({ each, node }: TemplateItem, view: View): unknown[] {
  if (each === undefined) return node === undefined ? [] : [rendered(node, view)];
  const given = (each.of(view) ?? []) as readonly unknown[];
  return given.map((item) => (node === undefined ? item : rendered(node, { ...view, $each: item })));
}
