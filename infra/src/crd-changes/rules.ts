/** `unknown`: only an API server knows, so the change is rejected like a breaking one. */
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

/** A change before it is judged. */
export interface Difference {
  /** The rule that judges it. */
  readonly rule: ChangeRule;
  /** The field: `spec.ports[].name`, `spec.labels{}`. Empty if the CRD or a version changed. */
  readonly path: string;
  /** The change: `maximum: 10 -> 5`. */
  readonly what: string;
}

// What each change does to stored objects and clients, and the alternative.
const breaking = {
  'crd-removed':
    'Who deletes the definition deletes all objects of the kind; who keeps it has nobody to reconcile them. Instead: keep the definition for a release whose operator still cleans up, and say when it goes',
  'scope-changed':
    'The API server refuses the definition: the scope of a kind never changes. Instead: define a new kind',
  'kind-changed':
    'The API server refuses another kind; of another listKind, clients do not know the lists. Instead: define a new kind',
  'kubectl-name-removed':
    'kubectl does not know the name any more: scripts that use it fail. Instead: keep the name, and add another',
  'version-not-served':
    'Requests in this version are answered with 404. Instead: serve it with deprecated: true, and end it in a release that may break',
  'stored-version-removed':
    'The API server refuses the definition, because status.storedVersions lists the version. Instead: store another version first, write all objects anew, and remove this one a release later',
  'storage-version-unknown':
    'The API server then refuses the released definition, which lacks the version: you cannot go back. Instead: only serve the new version in this release, and store it in the next one',
  'version-without-conversion':
    'Nothing converts between the versions (conversion.strategy is None), and one has no place for what the other holds: a write in the one erases it. Instead: convert by a webhook, or declare the field in both versions',
  'conversion-removed':
    'Objects are no longer converted: each version shows what is stored in the words of another. Instead: keep the webhook as long as there are several versions',
  'subresource-removed': 'Requests to the subresource are answered with 404. Instead: keep the subresource',
  'status-added':
    'A status that is sent with the object is ignored from then on. Instead: add a new version of the API, and convert between the two',
  'scale-changed': 'kubectl scale and autoscalers read or write another field. Instead: keep the paths',
  'selectable-field-removed':
    'Lists and watches that select by the field are answered with 400. Instead: keep the field selectable',
  'default-fills-object':
    'The default counts against maxProperties, so objects with as many properties can no longer be created. Instead: leave the default out, or raise maxProperties in the same release',
  'field-removed':
    'The API server no longer shows what is stored in the field, and erases it at the next write. Instead: keep the field, say in its description that it is deprecated, and ignore it',
  'unknown-fields-pruned':
    'Fields that the schema does not name are no longer shown, and are erased at the next write. Instead: keep x-kubernetes-preserve-unknown-fields',
  'required-added':
    'Objects without the field can be neither created nor edited: only their labels and their status can be written. Instead: give the field a default, or treat it as optional',
  'default-added':
    'Objects without a value have one from now on, stored ones too, and nobody can leave it out any more. Instead: treat the absent value in the controller as you would the default',
  'default-changed':
    'The same manifest gives another object. Instead: add a new version of the API, and convert between the two',
  'default-removed': 'The same manifest gives an object without the value. Instead: keep the default',
  'null-dropped': 'A null, stored or sent, is dropped or replaced by the default. Instead: keep nullable: true',
  'null-kept':
    'A null that is sent was dropped or replaced by the default; now it is stored. Instead: add a new version of the API, and convert between the two',
  'type-changed':
    'Values of the old type are refused; those that are stored are of a type that clients do not expect. Instead: add a field of the new type beside it, or add a new version of the API, and convert between the two',
  'enum-narrowed':
    'Objects with such a value can no longer be created. Instead: keep accepting the value, and treat it as the one that replaces it',
  'limit-narrowed':
    'Objects with such a value can no longer be created. Instead: keep the limit, and report in the status what the operator cannot serve',
  'format-narrowed':
    'Objects whose value is not of this format can no longer be created. Instead: keep the format, and report in the status what the operator cannot serve',
  'combination-changed': 'Objects that do not match it can no longer be created. Instead: keep what was accepted',
  'rule-added':
    'Objects may break the rule: they can no longer be created, or no longer be updated if it compares with oldSelf. Instead: check it in the controller and report it in the status, or warn by a ValidatingAdmissionPolicy',
  'embedded-resource-changed':
    'apiVersion, kind and metadata of the value are validated, or are pruned, as they were not before. Instead: add a new version of the API, and convert between the two',
  'merge-changed':
    'Server-side apply merges the value in another way, and lists that have an item twice can no longer be created. Instead: add a new version of the API, and convert between the two',
};

const unknown = {
  'read-elsewhere':
    'Alone it is compatible, but a rule or a key elsewhere reads the field. The API server may reject the CRD: the rule no longer compiles or costs too much, or the field can no longer be a key. Instead: apply the released CRD and then the new one to a test cluster, or leave the field as it is',
};

const compatible = {
  'crd-added': 'Nobody uses it yet.',
  'kubectl-name-added': 'The other names stay.',
  'version-added': 'Clients of the other versions do not notice.',
  'version-deprecated': 'Clients only get a warning.',
  'unserved-version-removed':
    'No client could use it. The API server refuses it while status.storedVersions lists the version.',
  'storage-version-changed': 'The released definition has this version, too, so you can go back to it.',
  'conversion-added': 'A webhook now converts between the versions.',
  'scale-added': 'Nobody uses it yet.',
  'selectable-field-added': 'Nobody uses it yet.',
  'columns-changed': 'Columns are for people; programs read the objects.',
  'field-added': 'Objects without it stay valid.',
  'unknown-fields-kept': 'What the schema names is treated as before.',
  'required-with-default': 'Objects without the field get its default.',
  'required-removed': 'Whatever was accepted still is.',
  'null-accepted': 'Whatever was accepted still is.',
  'type-widened': 'Whatever was accepted still is.',
  'enum-widened': 'Whatever was accepted still is.',
  'limit-widened': 'Whatever was accepted still is.',
  'format-widened': 'Whatever was accepted still is.',
  'combination-removed': 'Whatever was accepted still is.',
  'rule-of-new-field': 'The rule holds for every object without the new field.',
  'rule-removed': 'Whatever was accepted still is.',
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

/** `before -> after`, for messages. */
export function formatStep(before: unknown, after: unknown): string {
  return `${formatValue(before)} -> ${formatValue(after)}`;
}

export function formatValue(value: unknown): string {
  if (value === undefined) return 'none';
  const json = JSON.stringify(value);
  return json.length > 120 ? `${json.slice(0, 117)}...` : json;
}

/** Formats the changes for people, breaking ones first, then unknown ones. Empty if nothing changed. */
export function formatChanges(changes: readonly CrdChange[]): string {
  const titles = { breaking: 'BREAKING   ', unknown: 'CANNOT KNOW', compatible: 'compatible ' };
  const formatChange = ({ crd, versions, path, what, rule, verdict, why, instead }: CrdChange): string => {
    const field = path === '' ? '' : ` ${path}`;
    const line = `${titles[verdict]} ${crd} ${versions.join(', ')}${field}: ${what} (${rule})`;
    const advice = instead === undefined ? '' : `  instead: ${instead}\n`;
    return verdict === 'compatible' ? line : `${line}\n  why: ${why}\n${advice}`;
  };
  const order = Object.keys(titles) as Verdict[];
  return order.flatMap((verdict) => changes.filter((each) => each.verdict === verdict).map(formatChange)).join('\n');
}
