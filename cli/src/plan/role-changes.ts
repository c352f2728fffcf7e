import { formatTitle, type PlainObject, type PolicyRule } from '@kubewright/declaration';

import { type Access, expandRule, formatPlace } from '../access.ts';

/** A Role or a ClusterRole. */
export type Role = PlainObject & {
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: object;
};

/**
 * Pure: formats the permissions that a role gains (`+`) and loses (`-`), one line per resource; empty without changes.
 */
export function formatRoleChanges(next: Role, stored: Role | undefined): string {
  if (next.aggregationRule !== undefined) return ''; // Kubernetes writes the rules of an aggregated role
  const [before, after] = [stored, next].map((role) => listVerbs(role));
  const lines = [
    ...formatMissing('+', after ?? new Map(), before ?? new Map()),
    ...formatMissing('-', before ?? new Map(), after ?? new Map()),
  ];
  return lines.map((line) => `${line} (${formatTitle(next)})`).join('\n');
}

type VerbsByPlace = ReadonlyMap<string, readonly string[]>;

function listVerbs(role: Role | undefined): VerbsByPlace {
  const accesses: readonly Access[] = (role?.rules ?? []).flatMap((rule) => expandRule(rule, undefined));
  return new Map([...Map.groupBy(accesses, formatPlace)].map(([place, all]) => [place, all.map(({ verb }) => verb)]));
}

function formatMissing(sign: string, from: VerbsByPlace, other: VerbsByPlace): readonly string[] {
  return [...from].flatMap(([place, verbs]) => {
    const missing = verbs.filter((verb) => other.get(place)?.includes(verb) !== true);
    return missing.length === 0 ? [] : [`${sign} ${missing.join(', ')} ${place}`];
  });
}
