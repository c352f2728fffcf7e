import type { PlainObject } from '../../objects/index.ts';
import { relationsAmong } from '../relations.ts';
import { type Node, nodesOf, type Style } from './nodes.ts';
import { withoutBindings } from './without-bindings.ts';

/**
 * Pure: objects and their relations as the source of a Mermaid flowchart. Each namespace is a frame; objects of one kind
 * with the same relations are one box; the binding of a role is an arrow.
 */
export function pictureOf(objects: readonly PlainObject[]): string {
  const related = withoutBindings({ objects, relations: relationsAmong(objects) });
  const nodes = nodesOf(related);
  const idOf = (object: PlainObject): string => nodes.find((node) => node.objects.includes(object))?.id ?? '';
  const arrows = related.relations.map(({ from, verb, to }) => `  ${idOf(from)} -->|${verb}| ${idOf(to)}`);
  return ['flowchart LR', ...framesOf(nodes), ...new Set(arrows), ...stylesOf(nodes), ''].join('\n');
}

function framesOf(nodes: readonly Node[]): readonly string[] {
  const titles = [...new Set(nodes.map(({ frame }) => frame))];
  return titles.flatMap((title, index) => [
    `  subgraph f${String(index)}["${title}"]`,
    ...nodes.filter(({ frame }) => frame === title).map(({ id, label }) => `    ${id}["${label}"]`),
    '  end',
  ]);
}

/** Dark text on light colors, which is read in a light and in a dark page. */
const colors: Readonly<Record<Style, string>> = {
  access: 'fill:#fef3c7,stroke:#b45309,color:#111',
  data: 'fill:#f3f4f6,stroke:#4b5563,color:#111',
  definition: 'fill:#ede9fe,stroke:#6d28d9,color:#111',
  network: 'fill:#dcfce7,stroke:#15803d,color:#111',
  workload: 'fill:#dbeafe,stroke:#1d4ed8,color:#111',
};

function stylesOf(nodes: readonly Node[]): readonly string[] {
  return Object.entries(colors).flatMap(([style, color]) => {
    const ids = nodes.filter((node) => node.style === style).map(({ id }) => id);
    return ids.length === 0 ? [] : [`  classDef ${style} ${color}`, `  class ${ids.join(',')} ${style}`];
  });
}
