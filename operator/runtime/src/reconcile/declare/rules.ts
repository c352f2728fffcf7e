import type { Kind, PolicyRule } from '../../base/index.ts';
import type { OwnedKind, ReadKind } from './dependencies.ts';

interface Declared {
  readonly api: Kind;
  readonly owns: Readonly<Record<string, OwnedKind>>;
  readonly reads: Readonly<Record<string, ReadKind>>;
  readonly watches: Readonly<Record<string, ReadKind>>;
  /** Whether finalizers of the resource itself are set or removed. */
  readonly patches: boolean;
}

/**
 * The rules that exactly cover what the runtime does for a declaration:
 *
 * - the resource itself is listed and watched; it is read live before a child is created
 * - it is patched if finalizers are set or removed
 * - its status is patched; `finalizers` is the right that setting `blockOwnerDeletion` needs if the admission plug-in
 *   OwnerReferencesPermissionEnforcement is on, as on OpenShift
 * - an owned kind is created and updated by server-side apply, which is create and patch
 * - events are created, and patched when they repeat
 */
export function buildRules({ api, owns, reads, watches, patches }: Declared): readonly PolicyRule[] {
  const owned = Object.values(owns);
  const verbs = new VerbTable();
  verbs.add(api, '', ...(owned.length > 0 ? ['get'] : []), 'list', ...(patches ? ['patch'] : []), 'watch');
  verbs.add(api, '/status', 'patch');
  if (owned.length > 0) verbs.add(api, '/finalizers', 'update');
  for (const { kind, delete: deletes } of owned) {
    verbs.add(kind, '', 'create', 'get', 'list', 'patch', 'watch', ...(deletes ? ['delete'] : []));
  }
  for (const { kind } of [...Object.values(reads), ...Object.values(watches)]) verbs.add(kind, '', 'list', 'watch');
  verbs.add({ group: 'events.k8s.io', plural: 'events' }, '', 'create', 'patch');
  return verbs.toRules();
}

/**
 * The rules for what a webhook does itself: writes that are only tried, by server-side apply, which is create and patch;
 * and live reads.
 */
export function buildWebhookRules(kinds: Readonly<Record<'tries' | 'reads', readonly Kind[]>>): readonly PolicyRule[] {
  const verbs = new VerbTable();
  for (const kind of kinds.tries) verbs.add(kind, '', 'create', 'patch');
  for (const kind of kinds.reads) verbs.add(kind, '', 'get', 'list');
  return verbs.toRules();
}

/**
 * What a controller needs beside its rules if its kind has several versions: a child that names its owner by another
 * version gets another reference. The admission plug-in OwnerReferencesPermissionEnforcement lets only those change one
 * who may delete the child.
 */
export function buildOtherOwnerRules(owns: Declared['owns']): readonly PolicyRule[] {
  const verbs = new VerbTable();
  for (const { kind } of Object.values(owns)) verbs.add(kind, '', 'delete');
  return verbs.toRules();
}

/**
 * The rules for the upkeep of a definition with several versions: `caBundle` is kept, `status.storedVersions` is brought
 * down, and every object is stored anew.
 */
export function buildMigrationRules(kind: Kind): readonly PolicyRule[] {
  const definition = { apiGroups: ['apiextensions.k8s.io'], resourceNames: [`${kind.plural}.${kind.group}`] };
  return [
    { ...definition, resources: ['customresourcedefinitions'], verbs: ['get', 'list', 'patch', 'watch'] },
    { ...definition, resources: ['customresourcedefinitions/status'], verbs: ['patch'] },
    { apiGroups: [kind.group], resources: [kind.plural], verbs: ['list', 'patch'] },
    { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create'] },
  ];
}

/** Verbs per resource, so that a kind that is declared twice (owned and read) has one rule. */
class VerbTable {
  readonly #rows = new Map<string, { group: string; resource: string; verbs: Set<string> }>();

  add(kind: Pick<Kind, 'group' | 'plural'>, subresource: string, ...verbs: readonly string[]): void {
    const resource = kind.plural + subresource;
    const id = `${kind.group}/${resource}`;
    const row = this.#rows.get(id) ?? { group: kind.group, resource, verbs: new Set() };
    for (const verb of verbs) row.verbs.add(verb);
    this.#rows.set(id, row);
  }

  toRules(): readonly PolicyRule[] {
    return [...this.#rows.values()].map(({ group, resource, verbs }) => ({
      apiGroups: [group],
      resources: [resource],
      verbs: [...verbs].sort(),
    }));
  }
}
