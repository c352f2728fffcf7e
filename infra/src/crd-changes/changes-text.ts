import type { CrdChange } from './change.ts';
import type { Verdict } from './rules.ts';

/** The changes as text for people, breaking ones first, then those that cannot be known. Empty if there are none. */
export function changesText(changes: readonly CrdChange[]): string {
  const of = (verdict: Verdict): readonly CrdChange[] => changes.filter((change) => change.verdict === verdict);
  const refused = (title: string) => (change: CrdChange) => refusedText(title, change);
  return [
    ...of('breaking').map(refused('BREAKING   ')),
    ...of('unknown').map(refused('CANNOT KNOW')),
    ...of('compatible').map(compatibleText),
  ].join('\n');
}

function refusedText(title: string, change: CrdChange): string {
  const { rule, why, instead } = change;
  const advice = instead === undefined ? [] : [`  instead: ${instead}`];
  return [`${title} ${placeOf(change)} (${rule})`, `  why: ${why}`, ...advice, ''].join('\n');
}

function compatibleText(change: CrdChange): string {
  return `compatible  ${placeOf(change)} (${change.rule})`;
}

function placeOf({ crd, versions, path, what }: CrdChange): string {
  return `${crd} ${versions.join(', ')}${path === '' ? '' : ` ${path}`}: ${what}`;
}
