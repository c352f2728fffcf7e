/** `unknown`: only an API server can say, so the change is refused like a breaking one. */
export type Verdict = 'breaking' | 'compatible' | 'unknown';

interface Rule {
  readonly verdict: Verdict;
  /** What happens to stored objects and to clients. */
  readonly why: string;
  /** What to do in place of a breaking change. */
  readonly instead?: string;
}

const addVersion = 'add a new version of the API, and convert between the two';

/** How each kind of change is judged. A test takes each to a real API server; docs/crd-changes.md lists them. */
export const rules = {
  // The definition
  'crd-removed': {
    verdict: 'breaking',
    why: 'Who deletes the definition deletes all objects of the kind; who keeps it has nobody to reconcile them.',
    instead: 'keep the definition for a release whose operator still cleans up, and say when it goes',
  },
  'crd-added': { verdict: 'compatible', why: 'Nobody uses it yet.' },
  'scope-changed': {
    verdict: 'breaking',
    why: 'The API server refuses the definition: the scope of a kind never changes.',
    instead: 'define a new kind',
  },
  'kind-changed': {
    verdict: 'breaking',
    why: 'The API server refuses another kind; of another listKind, clients do not know the lists.',
    instead: 'define a new kind',
  },
  'kubectl-name-removed': {
    verdict: 'breaking',
    why: 'kubectl does not know the name any more: scripts that use it fail.',
    instead: 'keep the name, and add another',
  },
  'kubectl-name-added': { verdict: 'compatible', why: 'The other names stay.' },

  // Versions
  'version-added': { verdict: 'compatible', why: 'Clients of the other versions do not notice.' },
  'version-deprecated': { verdict: 'compatible', why: 'Clients only get a warning.' },
  'version-not-served': {
    verdict: 'breaking',
    why: 'Requests in this version are answered with 404.',
    instead: 'serve it with deprecated: true, and end it in a release that may break',
  },
  'stored-version-removed': {
    verdict: 'breaking',
    why: 'The API server refuses the definition, because status.storedVersions lists the version.',
    instead: 'store another version first, write all objects anew, and remove this one a release later',
  },
  'unserved-version-removed': {
    verdict: 'compatible',
    why: 'No client could use it. The API server refuses it while status.storedVersions lists the version.',
  },
  'storage-version-changed': {
    verdict: 'compatible',
    why: 'The released definition has this version, too, so you can go back to it.',
  },
  'storage-version-unknown': {
    verdict: 'breaking',
    why: 'The API server then refuses the released definition, which lacks the version: you cannot go back.',
    instead: 'only serve the new version in this release, and store it in the next one',
  },
  'version-without-conversion': {
    verdict: 'breaking',
    why: 'Nothing converts between the versions (conversion.strategy is None), and one has no place for what the other holds: a write in the one erases it.',
    instead: 'convert by a webhook, or declare the field in both versions',
  },
  'conversion-added': { verdict: 'compatible', why: 'A webhook now converts between the versions.' },
  'conversion-removed': {
    verdict: 'breaking',
    why: 'Objects are no longer converted: each version shows what is stored in the words of another.',
    instead: 'keep the webhook as long as there are several versions',
  },

  // Of a version
  'subresource-removed': {
    verdict: 'breaking',
    why: 'Requests to the subresource are answered with 404.',
    instead: 'keep the subresource',
  },
  'status-added': {
    verdict: 'breaking',
    why: 'A status that is sent with the object is ignored from then on.',
    instead: addVersion,
  },
  'scale-added': { verdict: 'compatible', why: 'Nobody uses it yet.' },
  'scale-changed': {
    verdict: 'breaking',
    why: 'kubectl scale and autoscalers read or write another field.',
    instead: 'keep the paths',
  },
  'selectable-field-removed': {
    verdict: 'breaking',
    why: 'Lists and watches that select by the field are answered with 400.',
    instead: 'keep the field selectable',
  },
  'selectable-field-added': { verdict: 'compatible', why: 'Nobody uses it yet.' },
  'columns-changed': { verdict: 'compatible', why: 'Columns are for people; programs read the objects.' },

  // Fields
  'field-added': { verdict: 'compatible', why: 'Objects without it stay valid.' },
  'default-fills-object': {
    verdict: 'breaking',
    why: 'The default counts against maxProperties, so objects with as many properties can no longer be created.',
    instead: 'leave the default out, or raise maxProperties in the same release',
  },
  'field-removed': {
    verdict: 'breaking',
    why: 'The API server no longer shows what is stored in the field, and erases it at the next write.',
    instead: 'keep the field, say in its description that it is deprecated, and ignore it',
  },
  'unknown-fields-pruned': {
    verdict: 'breaking',
    why: 'Fields that the schema does not name are no longer shown, and are erased at the next write.',
    instead: 'keep x-kubernetes-preserve-unknown-fields',
  },
  'unknown-fields-kept': { verdict: 'compatible', why: 'What the schema names is treated as before.' },
  'required-added': {
    verdict: 'breaking',
    why: 'Objects without the field can be neither created nor edited: only their labels and their status can be written.',
    instead: 'give the field a default, or treat it as optional',
  },
  'required-with-default': { verdict: 'compatible', why: 'Objects without the field get its default.' },
  'required-removed': { verdict: 'compatible', why: 'Whatever was accepted still is.' },
  'default-added': {
    verdict: 'breaking',
    why: 'Objects without a value have one from now on, stored ones too, and nobody can leave it out any more.',
    instead: 'treat the absent value in the controller as you would the default',
  },
  'default-changed': {
    verdict: 'breaking',
    why: 'The same manifest gives another object.',
    instead: addVersion,
  },
  'default-removed': {
    verdict: 'breaking',
    why: 'The same manifest gives an object without the value.',
    instead: 'keep the default',
  },
  'null-dropped': {
    verdict: 'breaking',
    why: 'A null, stored or sent, is dropped or replaced by the default.',
    instead: 'keep nullable: true',
  },
  'null-kept': {
    verdict: 'breaking',
    why: 'A null that is sent was dropped or replaced by the default; now it is stored.',
    instead: addVersion,
  },
  'null-accepted': { verdict: 'compatible', why: 'Whatever was accepted still is.' },

  // Values
  'type-changed': {
    verdict: 'breaking',
    why: 'Values of the old type are refused; those that are stored are of a type that clients do not expect.',
    instead: `add a field of the new type beside it, or ${addVersion}`,
  },
  'type-widened': { verdict: 'compatible', why: 'Whatever was accepted still is.' },
  'enum-narrowed': {
    verdict: 'breaking',
    why: 'Objects with such a value can no longer be created.',
    instead: 'keep accepting the value, and treat it as the one that replaces it',
  },
  'enum-widened': { verdict: 'compatible', why: 'Whatever was accepted still is.' },
  'limit-narrowed': {
    verdict: 'breaking',
    why: 'Objects with such a value can no longer be created.',
    instead: 'keep the limit, and report in the status what the operator cannot serve',
  },
  'limit-widened': { verdict: 'compatible', why: 'Whatever was accepted still is.' },
  'format-narrowed': {
    verdict: 'breaking',
    why: 'Objects whose value is not of this format can no longer be created.',
    instead: 'keep the format, and report in the status what the operator cannot serve',
  },
  'format-widened': { verdict: 'compatible', why: 'Whatever was accepted still is.' },
  'combination-changed': {
    verdict: 'breaking',
    why: 'Objects that do not match it can no longer be created.',
    instead: 'keep what was accepted',
  },
  'combination-removed': { verdict: 'compatible', why: 'Whatever was accepted still is.' },
  'rule-added': {
    verdict: 'breaking',
    why: 'Objects may break the rule: they can no longer be created, or no longer be updated if it compares with oldSelf.',
    instead: 'check it in the controller and report it in the status, or warn by a ValidatingAdmissionPolicy',
  },
  'rule-of-new-field': { verdict: 'compatible', why: 'The rule holds for every object without the new field.' },
  'read-elsewhere': {
    verdict: 'unknown',
    why: 'Alone it is compatible, but a rule or a key elsewhere reads the field. The API server may reject the CRD: the rule no longer compiles or costs too much, or the field can no longer be a key.',
    instead: 'apply the released CRD and then the new one to a test cluster, or leave the field as it is',
  },
  'rule-removed': { verdict: 'compatible', why: 'Whatever was accepted still is.' },
  'embedded-resource-changed': {
    verdict: 'breaking',
    why: 'apiVersion, kind and metadata of the value are validated, or are pruned, as they were not before.',
    instead: addVersion,
  },
  'merge-changed': {
    verdict: 'breaking',
    why: 'Server-side apply merges the value in another way, and lists that have an item twice can no longer be created.',
    instead: addVersion,
  },
  described: { verdict: 'compatible', why: 'Descriptions are for people.' },
} as const satisfies Readonly<Record<string, Rule>>;

/** The name of a rule by which a change is judged: `field-removed`. */
export type ChangeRule = keyof typeof rules;
