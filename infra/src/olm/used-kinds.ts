import { k8s } from 'cdk8s-plus-28';
import { isRecord } from '@kubewright/declaration';

import type { DeclaredController } from '../declaration/index.ts';
import { groupOf, textAt } from '../objects/index.ts';

/** A kind that a console lists below a resource. */
export interface UsedKind {
  readonly kind: string;
  /** Without the group. */
  readonly version: string;
  /** Names no object. */
  readonly name: '';
}

interface BuiltIn {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds of Kubernetes, by group and resource; of several versions the first one, which is the stable one. */
const builtIn: ReadonlyMap<string, BuiltIn> = new Map(
  kindsOf(k8s)
    .toReversed()
    .map((each) => [`${groupOf(each)}/${resourceOf(each.kind)}`, each]),
);

/** Pure: the kinds of Kubernetes that a controller creates or watches, by its rules. */
export function usedKinds({ rules }: Pick<DeclaredController, 'rules'>): readonly UsedKind[] {
  const used = rules.filter(({ verbs }) => verbs.includes('create') || verbs.includes('watch'));
  const keys = used.flatMap(({ apiGroups, resources }) =>
    apiGroups.flatMap((group) => resources.map((resource) => `${group}/${resource}`)),
  );
  return [...new Set(keys)].flatMap((key) => {
    const found = builtIn.get(key);
    return found === undefined ? [] : [{ kind: found.kind, version: versionIn(found), name: '' as const }];
  });
}

function versionIn({ apiVersion }: BuiltIn): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

/** The kinds of the constructs that are generated for every kind of Kubernetes. */
function kindsOf(constructs: object): readonly BuiltIn[] {
  return Object.values(constructs).flatMap((each: unknown) => {
    const gvk = typeof each === 'function' && 'GVK' in each ? each.GVK : undefined;
    const apiVersion = textAt(gvk, 'apiVersion');
    const kind = textAt(gvk, 'kind');
    return !isRecord(gvk) || apiVersion === undefined || kind === undefined ? [] : [{ apiVersion, kind }];
  });
}

/** The resource of a kind of Kubernetes, in lower-case plural. */
function resourceOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word === 'endpoints') return word;
  if (word.endsWith('y')) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
