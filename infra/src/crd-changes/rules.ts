/**
 * The effect of a change on clients. `unknown`: only an API server can tell, so the change is rejected like a breaking
 * one.
 */
export type Verdict = 'breaking' | 'compatible' | 'unknown';

/** The rule that judges a change: `field-removed`. */
export type ChangeRule = keyof typeof breaking | keyof typeof unknown | keyof typeof compatible;

/** A change of a CRD, and its effect on stored objects and clients. */
export interface CrdChange extends Difference {
  /** Name of the CRD: `pets.petstore.example.com`. */
  readonly crd: string;
  /** API versions whose users the change affects. */
  readonly versions: readonly string[];
  readonly verdict: Verdict;
  /** The effect on stored objects and clients. */
  readonly why: string;
  /** The alternative to a breaking change. */
  readonly instead?: string;
}

/** A change before a rule has judged it. */
export interface Difference {
  /** Name of the rule that judges the change. */
  readonly rule: ChangeRule;
  /** The field: `spec.ports[].name`, `spec.labels{}`. Empty if the CRD or a version changed. */
  readonly path: string;
  /** The change in words, such as `maximum: 10 -> 5`. */
  readonly what: string;
}

// Rules for breaking changes: the effect on stored objects and clients, and the alternative.
const breaking = {
  'crd-removed':
    'Deleting the CRD deletes all its objects; keeping it leaves them unreconciled. Instead: keep the CRD for one more release with an operator that cleans up, and announce the removal',
  'scope-changed':
    'The API server rejects the CRD, because the scope of a kind cannot change. Instead: define a new kind',
  'kind-changed':
    'The API server rejects another kind; with another listKind, clients do not recognize lists. Instead: define a new kind',
  'kubectl-name-removed':
    'kubectl no longer knows the name, so scripts that use it fail. Instead: keep the name, and add another',
  'version-not-served':
    'The API server answers requests in this version with 404. Instead: serve it with deprecated: true, and remove it in a release that may break',
  'stored-version-removed':
    'The API server rejects the CRD, because status.storedVersions lists the version. Instead: first store another version and migrate all objects, then remove this one a release later',
  'storage-version-unknown':
    'You cannot roll back, because the API server rejects the released CRD, which lacks the version. Instead: only serve the new version in this release, and store it in the next one',
  'version-without-conversion':
    'The API server does not convert between the versions (conversion.strategy is None), so a write in the version that lacks the field erases it. Instead: convert with a webhook, or declare the field in both versions',
  'conversion-removed':
    'The API server no longer converts objects, so each version shows the stored fields of another. Instead: keep the webhook while the CRD has several versions',
  'subresource-removed': 'The API server answers requests to the subresource with 404. Instead: keep the subresource',
  'status-added':
    'The API server ignores a status that is sent with the object. Instead: add a new version of the API, and convert between the two',
  'scale-changed': 'kubectl scale and autoscalers read or write another field. Instead: keep the paths',
  'selectable-field-removed':
    'The API server rejects lists and watches that select by the field (400). Instead: keep the field selectable',
  'default-fills-object':
    'The default counts towards maxProperties, so objects with that many properties can no longer be created. Instead: omit the default, or raise maxProperties in the same release',
  'field-removed':
    'The API server no longer returns the stored value of the field, and erases it at the next write. Instead: keep the field, mark it as deprecated in its description, and ignore it',
  'unknown-fields-pruned':
    'The API server no longer returns fields that the schema lacks, and erases them at the next write. Instead: keep x-kubernetes-preserve-unknown-fields',
  'required-added':
    'Objects without the field cannot be created or edited, except for their labels and status. Instead: give the field a default, or keep it optional',
  'default-added':
    'All objects without a value get the default, including stored ones, and users can no longer omit the value. Instead: let the controller treat an absent value like the default',
  'default-changed':
    'The same manifest creates a different object. Instead: add a new version of the API, and convert between the two',
  'default-removed': 'The same manifest creates an object without the value. Instead: keep the default',
  'null-dropped':
    'The API server drops a stored or sent null, or replaces it with the default. Instead: keep nullable: true',
  'null-kept':
    'The API server stores a null that it used to drop or replace with the default. Instead: add a new version of the API, and convert between the two',
  'type-changed':
    'The API server rejects values of the old type, and clients do not expect the type of stored ones. Instead: add another field with the new type, or add a new version of the API, and convert between the two',
  'enum-narrowed':
    'Objects with such a value can no longer be created. Instead: keep accepting the value, and treat it like its replacement',
  'limit-narrowed':
    'Objects with such a value can no longer be created. Instead: keep the limit, and report unsupported values in the status',
  'format-narrowed':
    'Objects whose value does not have this format can no longer be created. Instead: keep the format, and report unsupported values in the status',
  'combination-changed': 'Objects that do not match can no longer be created. Instead: keep accepting them',
  'rule-added':
    'Objects that violate the rule can no longer be created, nor updated if it compares with oldSelf. Instead: let the controller check the rule and report violations in the status, or warn with a ValidatingAdmissionPolicy',
  'embedded-resource-changed':
    'The API server newly validates or prunes apiVersion, kind and metadata of the value. Instead: add a new version of the API, and convert between the two',
  'merge-changed':
    'Server-side apply merges the value differently, and lists with a duplicate item can no longer be created. Instead: add a new version of the API, and convert between the two',
};

const unknown = {
  'read-elsewhere':
    'The change itself is compatible, but another rule or list key reads the field. The API server may reject the CRD, because the rule no longer compiles or costs too much, or because the field can no longer be a key. Instead: apply the released CRD and then the new one to a test cluster, or keep the field unchanged',
};

const compatible = {
  'crd-added': 'Clients do not use it yet.',
  'kubectl-name-added': 'The other names still work.',
  'version-added': 'Clients of the other versions are not affected.',
  'version-deprecated': 'Clients only get a warning.',
  'unserved-version-removed':
    'Clients could not use it. The API server rejects the removal while status.storedVersions lists the version.',
  'storage-version-changed': 'The released CRD also has this version, so you can roll back.',
  'conversion-added': 'A webhook now converts between the versions.',
  'scale-added': 'Clients do not use it yet.',
  'selectable-field-added': 'Clients do not use it yet.',
  'columns-changed': 'Columns are for people; programs read the objects.',
  'field-added': 'Objects without it stay valid.',
  'unknown-fields-kept': 'The fields of the schema work as before.',
  'required-with-default': 'Objects without the field get its default.',
  'required-removed': 'The API server accepts all previous values.',
  'null-accepted': 'The API server accepts all previous values.',
  'type-widened': 'The API server accepts all previous values.',
  'enum-widened': 'The API server accepts all previous values.',
  'limit-widened': 'The API server accepts all previous values.',
  'format-widened': 'The API server accepts all previous values.',
  'combination-removed': 'The API server accepts all previous values.',
  'rule-of-new-field': 'Every object without the new field satisfies the rule.',
  'rule-removed': 'The API server accepts all previous values.',
  described: 'Descriptions are for people.',
};

/**
 * The verdict on each kind of change. A test applies each to a real API server; docs/crd-change-rules.md lists them.
 */
export const rules = Object.fromEntries([
  ...buildRules('breaking', breaking),
  ...buildRules('unknown', unknown),
  ...buildRules('compatible', compatible),
]) as Readonly<Record<ChangeRule, Pick<CrdChange, 'verdict' | 'why' | 'instead'>>>;

function buildRules(verdict: Verdict, texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([rule, text]) => {
    const [why = '', instead] = text.split(' Instead: ');
    return [rule, { verdict, why, ...(instead !== undefined && { instead }) }] as const;
  });
}

export function judgeDifference({ rule, path, what }: Difference, of: Pick<CrdChange, 'crd' | 'versions'>): CrdChange {
  return { ...of, path, rule, what, ...rules[rule] };
}

/** Formats a change of a value for messages: `before -> after`. */
export function formatStep(before: unknown, after: unknown): string {
  return `${formatValue(before)} -> ${formatValue(after)}`;
}

export function formatValue(value: unknown): string {
  if (value === undefined) return 'none';
  const json = JSON.stringify(value);
  return json.length > 120 ? `${json.slice(0, 117)}...` : json;
}

/**
 * Formats the changes for people, breaking ones first, then unknown ones. Joins equal changes of several versions to one
 * line, and counts changed descriptions instead of listing them. Empty if nothing changed.
 */
export function formatChanges(changes: readonly CrdChange[]): string {
  const titles = { breaking: 'BREAKING   ', unknown: 'CANNOT KNOW', compatible: 'compatible ' };
  const formatChange = ({ crd, versions, path, what, rule, verdict, why, instead }: CrdChange): string => {
    const field = path === '' ? '' : ` ${path}`;
    const line = `${titles[verdict]} ${crd} ${versions.join(', ')}${field}: ${what} (${rule})`;
    const advice = instead === undefined ? '' : `  instead: ${instead}\n`;
    return verdict === 'compatible' ? line : `${line}\n  why: ${why}\n${advice}`;
  };
  const order = Object.keys(titles) as Verdict[];
  const counted = countDescriptions(joinVersions(changes));
  return order.flatMap((verdict) => counted.filter((each) => each.verdict === verdict).map(formatChange)).join('\n');
}

/** Equal changes of several versions as one. */
function joinVersions(changes: readonly CrdChange[]): readonly CrdChange[] {
  const joined = new Map<string, CrdChange>();
  for (const { versions, ...change } of changes) {
    const key = JSON.stringify([change.crd, change.path, change.rule, change.what]);
    joined.set(key, { ...change, versions: [...(joined.get(key)?.versions ?? []), ...versions] });
  }
  return [...joined.values()];
}

function countDescriptions(changes: readonly CrdChange[]): readonly CrdChange[] {
  const groups = new Map<string, CrdChange[]>();
  for (const change of changes.filter(({ rule }) => rule === 'described')) {
    const key = [change.crd, ...change.versions].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  const counts = [...groups.values()].flatMap((group): readonly CrdChange[] => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    return [{ ...first, path: '', what: `${String(group.length)} fields have another description` }];
  });
  return [...changes.filter(({ rule }) => rule !== 'described'), ...counts];
}
