import {
  changedFields,
  changeText,
  grouped,
  groupOf,
  identityOf,
  type PlainObject,
  titleOf,
} from '../objects/index.ts';

interface Compared {
  readonly before: PlainObject;
  readonly object: PlainObject;
}

/** Pure: in what two environments differ, as lines of Markdown: an item for each object, and one for each field in it. */
export function differencesText(
  objects: readonly PlainObject[],
  before: { readonly name: string; readonly objects: readonly PlainObject[] },
): readonly string[] {
  const pairs = pairsOf(objects, before.objects);
  const added = objects.filter((each) => pairs.every(({ object }) => object !== each));
  const removed = before.objects.filter((each) => pairs.every((pair) => pair.before !== each));
  const lines = [
    ...byKind('only here', added),
    ...byKind(`only in ${before.name}`, removed),
    ...moved(pairs),
    ...pairs.flatMap(changesOf),
  ];
  return lines.length === 0 ? ['Nothing.'] : lines;
}

/** The objects that are in both: first those that are the same, then those of the same name in another namespace. */
function pairsOf(objects: readonly PlainObject[], earlier: readonly PlainObject[]): readonly Compared[] {
  const same = paired(objects, earlier, identityOf);
  const left = objects.filter((each) => same.every(({ object }) => object !== each));
  const leftBefore = earlier.filter((each) => same.every(({ before }) => before !== each));
  const elsewhere = paired(left, leftBefore, (each) => [groupOf(each), each.kind, each.metadata.name].join('/'));
  return [...same, ...elsewhere];
}

/** The pairs with the same key, if it is that of one object only on each side. */
function paired(
  objects: readonly PlainObject[],
  earlier: readonly PlainObject[],
  keyOf: (object: PlainObject) => string,
): readonly Compared[] {
  const [here, there] = [grouped(objects, keyOf), grouped(earlier, keyOf)];
  return [...here].flatMap(([key, [object, ...more]]) => {
    const [before, ...others] = there.get(key) ?? [];
    const isClear = object !== undefined && before !== undefined && more.length === 0 && others.length === 0;
    return isClear ? [{ before, object }] : [];
  });
}

function byKind(words: string, objects: readonly PlainObject[]): readonly string[] {
  return [...grouped(objects, ({ kind }) => kind)].map(
    ([kind, each]) => `- ${words}: ${kind} ${each.map(({ metadata }) => codeOf(placed(metadata))).join(', ')}`,
  );
}

function placed({ namespace, name }: PlainObject['metadata']): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function moved(pairs: readonly Compared[]): readonly string[] {
  const others = pairs.filter(({ before, object }) => before.metadata.namespace !== object.metadata.namespace);
  const byPlaces = grouped(others, ({ before, object }) => {
    const [to = '', from = ''] = [object, before].map(({ metadata }) => metadata.namespace);
    return `- in namespace \`${to}\`, not in \`${from}\``;
  });
  return [...byPlaces].map(([words, each]) => {
    return `${words}: ${each.map(({ object }) => codeOf(`${object.kind} ${object.metadata.name}`)).join(', ')}`;
  });
}

function changesOf({ before, object }: Compared): readonly string[] {
  const changes = changedFields(before, object).filter(({ path }) => path !== 'metadata.namespace');
  if (changes.length === 0) return [];
  return [`- \`${titleOf(object)}\``, ...changes.map((change) => `  - ${codeOf(changeText(change))}`)];
}

/** A code span of any text: a text with backticks needs more of them around it. */
function codeOf(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
