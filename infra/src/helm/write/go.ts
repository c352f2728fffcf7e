import { type Expression, goText } from '../template/expression.ts';
import { rankOfEntries, type TemplateItem, type TemplateMap, type TemplateNode } from '../template/node.ts';
import { writeYaml } from '../../yaml/index.ts';
import { bare } from './fault.ts';

/** Lines of a template in Helm's language, which render as a value in YAML. */
type Lines = readonly string[];

/** Pure: the lines of an entry of a map. */
function entryLines(key: string, node: TemplateNode, pad: string): Lines {
  const inline = inlineOf(node);
  if (inline !== undefined) return [`${pad}${key}: ${inline}`];
  switch (node.kind) {
    case 'constant':
      return constantEntry(key, node.value, pad);
    case 'choice':
      return [
        `{{- if ${bare(node.when.go)} }}`,
        ...entryLines(key, node.yes, pad),
        '{{- else }}',
        ...entryLines(key, node.no, pad),
        '{{- end }}',
      ];
    case 'map':
      return [`${pad}${key}:`, ...mapLines(node, `${pad}  `)];
    case 'list':
      return [`${pad}${key}:`, ...itemsLines(node.items, `${pad}  `)];
    default:
      return [`${pad}${key}: ${inlineOf(node) ?? ''}`];
  }
}

function constantEntry(key: string, value: unknown, pad: string): Lines {
  const text = writeYaml({ key: value }).replace(/\n$/, '');
  const [first = '', ...others] = text.split('\n');
  const lines = [`${key}${first.slice('key'.length)}`, ...others];
  return lines.map((line, index) => (line === '' ? '' : `${pad}${index === 0 ? line : literal(line)}`));
}

/** Pure: text that Helm leaves as it is. */
function literal(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}

/** Pure: the lines of a map. */
export function mapLines({ entries, merged }: TemplateMap, pad: string): Lines {
  const constantKeys = entries.flatMap(({ key }) => (key.kind === 'constant' ? [String(key.value)] : []));
  const stronger = merged.filter(({ rank }) => rank > rankOfEntries);
  const own = entries.map(({ key, when, node }): Block => ({
    guards: [...(when ? [when.go] : []), ...stronger.map((each) => lacking(each.expression, goOf(key)))],
    lines: entryLines(keyOf(key), node, pad),
  }));
  const given = merged.flatMap(({ expression, rank }): Lines => {
    const isWeaker = rank < rankOfEntries && constantKeys.length > 0;
    const from = isWeaker ? `(omit ${expression.go} ${constantKeys.map(goText).join(' ')})` : expression.go;
    const above = merged.filter((each) => each.rank > rank).map((each) => lacking(each.expression, '$key'));
    const line = `${pad}{{ $key | toJson }}: {{ $value | toJson }}`;
    return [`{{- range $key, $value := ${bare(from)} }}`, ...guarded(above, [line]), '{{- end }}'];
  });
  return [...joined(own), ...given];
}

function lacking({ go }: Expression, key: string): string {
  return `(not (hasKey ${go} ${key}))`;
}

/** Lines that are there if all guards hold. */
interface Block {
  readonly guards: readonly string[];
  readonly lines: Lines;
}

/** Pure: the lines of the blocks, of which neighbours with the same guards share one condition. */
function joined(blocks: readonly Block[]): Lines {
  const shared: { guards: readonly string[]; lines: string[] }[] = [];
  for (const { guards, lines } of blocks) {
    const last = shared.at(-1);
    if (last !== undefined && last.guards.join(' ') === guards.join(' ')) last.lines.push(...lines);
    else shared.push({ guards, lines: [...lines] });
  }
  return shared.flatMap(({ guards, lines }) => guarded(guards, lines));
}

function guarded(guards: readonly string[], lines: Lines): Lines {
  const [only, ...others] = guards;
  if (only === undefined) return lines;
  return [`{{- if ${others.length === 0 ? bare(only) : `and ${guards.join(' ')}`} }}`, ...lines, '{{- end }}'];
}

function keyOf(key: TemplateNode): string {
  if (key.kind !== 'constant') return `{{ ${goOf(key)} | toJson }}`;
  return literal(writeYaml({ [String(key.value)]: 1 }).replace(/: 1\n?$/, ''));
}

function itemsLines(items: readonly TemplateItem[], pad: string): Lines {
  return joined(items.map((item) => ({ guards: item.when ? [item.when.go] : [], lines: itemLines(item, pad) })));
}

function itemLines({ each, node }: TemplateItem, pad: string): Lines {
  const given = '$item';
  const lines = node === undefined ? [`${pad}- {{ toJson ${given} }}`] : oneItem(node, pad);
  const range = each && `{{- range ${node === undefined ? given : '$each'} := ${bare(each.go)} }}`;
  return range === undefined ? lines : [range, ...lines, '{{- end }}'];
}

function oneItem(node: TemplateNode, pad: string): Lines {
  const inline = inlineOf(node);
  if (inline !== undefined) return [`${pad}- ${inline}`];
  if (node.kind === 'choice') {
    const { when, yes, no } = node;
    return [`{{- if ${bare(when.go)} }}`, ...oneItem(yes, pad), '{{- else }}', ...oneItem(no, pad), '{{- end }}'];
  }
  const deeper = `${pad}  `;
  const lines = blockLines(node, deeper);
  const [first = '', ...others] = lines;
  // A block around the first entry leaves the dash alone.
  if (!first.startsWith(deeper)) return [`${pad}-`, ...lines];
  return [`${pad}- ${first.slice(deeper.length)}`, ...others];
}

/** Pure: the lines of a map or a list. */
function blockLines(node: TemplateNode, pad: string): Lines {
  if (node.kind === 'map') return mapLines(node, pad);
  if (node.kind === 'list') return itemsLines(node.items, pad);
  if (node.kind !== 'constant') return [`${pad}${inlineOf(node) ?? ''}`];
  return writeYaml(node.value)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : `${pad}${literal(line)}`));
}

/** Pure: the value in one line; `undefined` if it needs several. */
function inlineOf(node: TemplateNode): string | undefined {
  switch (node.kind) {
    case 'constant':
      return inlineConstant(node.value);
    case 'sum':
      return `{{ add (int64 ${node.expression.go}) ${node.more} }}`;
    case 'computed':
    case 'text':
      return `{{ toJson ${goOf(node)} }}`;
    case 'choice': {
      const [yes, no] = [inlineOf(node.yes), inlineOf(node.no)];
      if (yes === undefined || no === undefined) return undefined;
      return `{{ if ${bare(node.when.go)} }}${yes}{{ else }}${no}{{ end }}`;
    }
    default:
      return undefined;
  }
}

function inlineConstant(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null)
    return Object.keys(value).length === 0 ? JSON.stringify(value) : undefined;
  const text = writeYaml({ key: value }).replace(/\n$/, '').slice('key: '.length);
  return text.includes('\n') ? undefined : literal(text);
}

/** Pure: a string as an expression of Helm's language. */
export function goOf(node: TemplateNode): string {
  switch (node.kind) {
    case 'constant':
      return goText(String(node.value));
    case 'computed':
      return node.expression.go;
    case 'text':
      if (node.parts.length === 1 && typeof node.parts[0] !== 'string') return node.parts[0]?.go ?? '""';
      return `(print ${node.parts.map((part) => (typeof part === 'string' ? goText(part) : part.go)).join(' ')})`;
    case 'choice':
      return `(ternary ${goOf(node.yes)} ${goOf(node.no)} (not (empty ${node.when.go})))`;
    default:
      throw new Error(`a ${node.kind} is no string`);
  }
}

/** Pure: the lines of one object, as a document. */
export function documentLines({ when, each, node }: TemplateItem): Lines {
  if (node?.kind !== 'map' && node?.kind !== 'constant') throw new Error('an object is a map');
  const lines = ['---', ...blockLines(node, '')];
  const all = each === undefined ? lines : [`{{- range $each := ${bare(each.go)} }}`, ...lines, '{{- end }}'];
  return guarded(when ? [when.go] : [], all);
}

/** Pure: the node, which is a map. */
export function mapOf(node: TemplateNode): TemplateMap {
  if (node.kind === 'map') return node;
  if (node.kind !== 'constant') throw new Error(`a ${node.kind} is no map`);
  const entries = Object.entries(node.value as object).map(([key, value]) => ({
    key: { kind: 'constant', value: key } as const,
    when: undefined,
    node: { kind: 'constant', value: value as unknown } as const,
  }));
  return { kind: 'map', entries, merged: [] };
}
