import type { Kind, PolicyRule } from '../../base/index.ts';
import type { EditedKind, LiveKind, NamedKind, OwnedKind, ReadKind } from './dependencies.ts';

interface Declared {
  readonly api: Kind;
  readonly owns: Readonly<Record<string, OwnedKind>>;
  readonly reads: Readonly<Record<string, ReadKind | LiveKind | NamedKind>>;
  readonly watches: Readonly<Record<string, ReadKind | NamedKind>>;
  readonly edits: Readonly<Record<string, EditedKind>>;
  /** Whether the controller sets or removes finalizers on its own kind. */
  readonly patches: boolean;
  /** Whether the controller deletes objects of its own kind. */
  readonly deletes: boolean;
  /** Whether the controller writes the status of its own kind. */
  readonly writesStatus: boolean;
}

/**
 * Builds the exact RBAC rules of a declaration:
 * - list and watch of the kind itself; get, for a live read before a child is created
 * - patch if the controller sets or removes finalizers; delete if it declares `self: { delete: true }` or `expiresAt`
 * - patch of its status, if the controller writes it; `finalizers` for `blockOwnerDeletion`, if the admission plug-in
 *   OwnerReferencesPermissionEnforcement is enabled, as on OpenShift
 * - create and patch of an owned kind, for server-side apply; `finalizers` only for kinds with owner references
 * - get, list, patch and watch of an edited kind
 * - get of a kind that is read from the API server; limited to its names if the declaration lists them, as are list and
 *   watch of named objects
 * - create of events, and patch for repeated ones
 */
export function buildRules({ api, owns, reads, watches, edits, ...own }: Declared): readonly PolicyRule[] {
  const owned = Object.values(owns);
  const refersToOwner = owned.some(({ anyNamespace = false }) => !anyNamespace);
  const verbs = new VerbTable();
  addOwnKind(verbs, api, { ...own, hasChildren: owned.length > 0, refersToOwner });
  for (const { kind, delete: deletesIt } of owned) {
    verbs.add(kind, '', 'create', 'get', 'list', 'patch', 'watch', ...(deletesIt ? ['delete'] : []));
  }
  for (const { kind } of Object.values(edits)) verbs.add(kind, '', 'get', 'list', 'patch', 'watch');
  for (const read of [...Object.values(reads), ...Object.values(watches)]) addRead(verbs, read);
  verbs.add({ group: 'events.k8s.io', plural: 'events' }, '', 'create', 'patch');
  return verbs.toRules();
}

type OwnUse = Pick<Declared, 'patches' | 'deletes' | 'writesStatus'> & {
  readonly hasChildren: boolean;
  /** Whether children of the kind have an owner reference. */
  readonly refersToOwner: boolean;
};

function addOwnKind(
  verbs: VerbTable,
  api: Kind,
  { hasChildren, refersToOwner, patches, deletes, writesStatus }: OwnUse,
): void {
  verbs.add(api, '', ...(hasChildren ? ['get'] : []), 'list', ...(patches ? ['patch'] : []), 'watch');
  if (deletes) verbs.add(api, '', 'delete');
  if (writesStatus) verbs.add(api, '/status', 'patch');
  if (refersToOwner) verbs.add(api, '/finalizers', 'update');
}

function addRead(verbs: VerbTable, read: ReadKind | LiveKind | NamedKind): void {
  if ('live' in read) verbs.addNamed(read.kind, read.names ?? [], 'get');
  else verbs.addNamed(read.kind, ('named' in read ? read.named.names : undefined) ?? [], 'list', 'watch');
}

/**
 * Builds the RBAC rules for the calls of a webhook's handlers: dry-run server-side apply (create and patch), and live
 * reads.
 */
export function buildWebhookRules(kinds: Readonly<Record<'tries' | 'reads', readonly Kind[]>>): readonly PolicyRule[] {
  const verbs = new VerbTable();
  for (const kind of kinds.tries) verbs.add(kind, '', 'create', 'patch');
  for (const kind of kinds.reads) verbs.add(kind, '', 'get', 'list');
  return verbs.toRules();
}

/**
 * Builds the RBAC rules for a CRD with several versions: updating `caBundle` and `status.storedVersions`, and rewriting
 * every object.
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

type Named = Pick<Kind, 'group' | 'plural'>;

/**
 * Collects verbs per resource and object names, so that a kind that is declared twice (owned and read) gets one rule.
 */
class VerbTable {
  readonly #rows = new Map<string, { readonly rule: Omit<PolicyRule, 'verbs'>; readonly verbs: Set<string> }>();

  add({ group, plural }: Named, subresource: string, ...verbs: readonly string[]): void {
    this.#add({ apiGroups: [group], resources: [plural + subresource] }, verbs);
  }

  /** @param names the names of the only objects; empty for all objects */
  addNamed({ group, plural }: Named, names: readonly string[], ...verbs: readonly string[]): void {
    const limited = names.length > 0 && { resourceNames: [...names].sort() };
    this.#add({ apiGroups: [group], resources: [plural], ...limited }, verbs);
  }

  #add(rule: Omit<PolicyRule, 'verbs'>, verbs: readonly string[]): void {
    const id = JSON.stringify(rule);
    const row = this.#rows.get(id) ?? { rule, verbs: new Set() };
    for (const verb of verbs) row.verbs.add(verb);
    this.#rows.set(id, row);
  }

  toRules(): readonly PolicyRule[] {
    return [...this.#rows.values()].map(({ rule, verbs }) => ({ ...rule, verbs: [...verbs].sort() }));
  }
}
