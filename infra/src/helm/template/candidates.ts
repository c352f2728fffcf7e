import { rendered, type TemplateNode } from './node.ts';
import { type Filled, same, type Sample } from './sample.ts';

/** The most that is added to a number that is given. */
export const mostAdded = 60;

/** Pure: what a template of this value could be, seen from one sample; those first that are least by chance. */
export function candidatesOf({ valueSet, value }: Sample): TemplateNode[] {
  const exact = valueSet.filled.filter((each) => each.mode === 'exact' && same(each.value, value));
  const [unique, others] = [
    exact.filter(({ isUnique }) => isUnique),
    exact.filter(({ isUnique }) => isUnique !== true),
  ];
  const computed = (some: readonly Filled[]): TemplateNode[] =>
    some.map(({ expression }) => ({ kind: 'computed', expression }));
  if (typeof value === 'object' && value !== null) return computed(unique);
  return [
    ...computed(unique),
    ...(typeof value === 'string' ? texts(value, valueSet.filled) : []),
    ...(typeof value === 'number' ? sums(value, valueSet.filled) : []),
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
  const candidates = new Map<string, { candidate: TemplateNode; rank: number }>();
  for (const sample of samples) {
    for (const [rank, candidate] of candidatesOf(sample).entries()) {
      const known = candidates.get(signatureOf(candidate));
      if (known === undefined || known.rank > rank) candidates.set(signatureOf(candidate), { candidate, rank });
    }
  }
  const fitting = [...candidates.values()].map(({ candidate, rank }) => ({
    candidate,
    rank,
    fits: new Set(samples.filter(({ valueSet, value }) => same(rendered(candidate, valueSet.view), value))),
  }));
  // Of candidates that fit as many samples, the one that is least by chance.
  fitting.sort((a, b) => b.fits.size - a.fits.size || a.rank - b.rank);
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
