import { type Difference, step } from './change.ts';
import type { Crd, CrdNames } from './crd.ts';

/** Scope, names and conversion. */
export function compareDefinitions(before: Crd, after: Crd): Difference[] {
  return [
    ...compareScopes(before, after),
    ...compareKinds(before.spec.names, after.spec.names),
    ...compareKubectlNames(before.spec.names, after.spec.names),
    ...compareConversions(before, after),
  ];
}

function compareScopes({ spec: { scope: old } }: Crd, { spec: { scope: now } }: Crd): Difference[] {
  return old === now ? [] : [{ rule: 'scope-changed', path: '', what: `scope: ${old} -> ${now}` }];
}

function compareKinds(before: CrdNames, after: CrdNames): Difference[] {
  const changed = [
    ['kind', before.kind, after.kind],
    ['listKind', listKindOf(before), listKindOf(after)],
  ].filter(([, old, now]) => old !== now);
  return changed.map(([what, old, now]) => ({ rule: 'kind-changed', path: '', what: `${what}: ${old} -> ${now}` }));
}

function listKindOf({ kind, listKind = `${kind}List` }: CrdNames): string {
  return listKind;
}

function compareKubectlNames(before: CrdNames, after: CrdNames): Difference[] {
  const [old, now] = [kubectlNamesOf(before), kubectlNamesOf(after)];
  const gone = old.filter((name) => !now.includes(name));
  const added = now.filter((name) => !old.includes(name));
  return [
    ...gone.map((name): Difference => ({ rule: 'kubectl-name-removed', path: '', what: `without the ${name}` })),
    ...added.map((name): Difference => ({ rule: 'kubectl-name-added', path: '', what: `with the ${name}` })),
  ];
}

function kubectlNamesOf({ kind, singular = kind.toLowerCase(), shortNames = [], categories = [] }: CrdNames) {
  return [
    `singular name ${singular}`,
    ...shortNames.map((name) => `short name ${name}`),
    ...categories.map((name) => `category ${name}`),
  ];
}

/** Without several versions there is nothing to convert. */
function compareConversions(before: Crd, after: Crd): Difference[] {
  const [old, now] = [strategyOf(before), strategyOf(after)];
  if (old === now) return [];
  const isLost = now === 'None' && after.spec.versions.length > 1;
  const rule = isLost ? 'conversion-removed' : 'conversion-added';
  return now === 'None' && !isLost ? [] : [{ rule, path: '', what: `conversion.strategy: ${step(old, now)}` }];
}

/** The strategy of the API server, where none is given, is `None`. */
export function strategyOf({ spec: { conversion } }: Crd): string {
  return conversion?.strategy ?? 'None';
}
