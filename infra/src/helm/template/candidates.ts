import { rendered, type TemplateNode } from './node.ts';
import { type Filled, same, type Sample } from './sample.ts';

/** The most that is added to a number that is given. */
export const mostAdded = 60;

/** Pure: what a template of this value could be, seen from one sample; those first that are least by chance. */
export function candidatesOf({ world, value }: Sample): TemplateNode[] {
  const exact = world.filled.filter((each) => each.mode === 'exact' && same(each.value, value));
  const [unique, others] = [
    exact.filter(({ isUnique }) => isUnique),
    exact.filter(({ isUnique }) => isUnique !== true),
  ];
  const computed = (some: readonly Filled[]): TemplateNode[] =>
    some.map(({ expression }) => ({ kind: 'computed', expression }));
  if (typeof value === 'object' && value !== null) return computed(unique);
  return [
    ...computed(unique),
    ...(typeof value === 'string' ? texts(value, world.filled) : []),
    ...(typeof value === 'number' ? sums(value, world.filled) : []),
    { kind: 'constant', value },
    ...computed(others),
  ];
}

function texts(value: string, filled: readonly Filled[]): TemplateNode[] {
  const among = filled.filter(({ mode, value: part }) => mode === 'text' && value.includes(String(part)));
  if (among.length === 0) return [];
  const byText = new Map(among.map((each) => [String(each.value), each.expression]));
  const longestFirst = [...byText.keys()].sort((a, b) => b.length - a.length);
  const pieces = value.split(new RegExp(`(${longestFirst.map((each) => escaped(each)).join('|')})`));
  const parts = pieces.filter((piece) => piece !== '').map((piece) => byText.get(piece) ?? piece);
  return [{ kind: 'text', parts }];
}

function sums(value: number, filled: readonly Filled[]): TemplateNode[] {
  const near = filled.filter(
    ({ mode, value: given }) => mode === 'number' && value >= Number(given) && value - Number(given) <= mostAdded,
  );
  return near.map(({ expression, value: given }) => {
    const more = value - Number(given);
    return more === 0 ? { kind: 'computed', expression } : { kind: 'sum', expression, more };
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** What templates of samples could be. */
export interface Chosen {
  /** What fits all of them. */
  readonly always: TemplateNode | undefined;
  /** For each sample the candidate that fits most others, too. */
  readonly chosen: ReadonlyMap<Sample, TemplateNode>;
}

/** Pure: the candidates that fit most samples. */
export function chosenCandidates(samples: readonly Sample[]): Chosen {
  const candidates = new Map<string, TemplateNode>();
  for (const sample of samples) {
    for (const candidate of candidatesOf(sample)) candidates.set(signatureOf(candidate), candidate);
  }
  const fitting = [...candidates.values()].map((candidate) => ({
    candidate,
    fits: new Set(samples.filter(({ world, value }) => same(rendered(candidate, world.view), value))),
  }));
  // A stable sort: of candidates that fit the same samples, the first is least by chance.
  fitting.sort((a, b) => b.fits.size - a.fits.size);
  const chosen = new Map<Sample, TemplateNode>();
  for (const { candidate, fits } of fitting) {
    for (const sample of fits) if (!chosen.has(sample)) chosen.set(sample, candidate);
  }
  return { always: fitting.find(({ fits }) => fits.size === samples.length)?.candidate, chosen };
}

/** Pure: the same for the same candidates. */
function signatureOf(node: TemplateNode): string {
  return JSON.stringify(node);
}
