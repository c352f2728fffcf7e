import type { CrdChange } from './change.ts';

/** The changes as text for people, breaking ones first. Empty if there are none. */
export function changesText(changes: readonly CrdChange[]): string {
  const breaking = changes.filter(({ verdict }) => verdict === 'breaking');
  const compatible = changes.filter(({ verdict }) => verdict === 'compatible');
  return [...breaking.map(breakingText), ...compatible.map(compatibleText)].join('\n');
}

function breakingText(change: CrdChange): string {
  const { rule, why, instead } = change;
  const advice = instead === undefined ? [] : [`  instead: ${instead}`];
  return [`BREAKING    ${placeOf(change)} (${rule})`, `  why: ${why}`, ...advice, ''].join('\n');
}

function compatibleText(change: CrdChange): string {
  return `compatible  ${placeOf(change)} (${change.rule})`;
}

function placeOf({ crd, versions, path, what }: CrdChange): string {
  return `${crd} ${versions.join(', ')}${path === '' ? '' : ` ${path}`}: ${what}`;
}
