import { type Attack, formatValue } from './attack.ts';
import { annotations, finalizers, generateNames, labels, listNames, others, parts } from './metadata-values.ts';

/** An owner that exists, so that the garbage collector does not delete its dependents. */
export interface StandingOwner {
  readonly name: string;
  readonly uid: string;
}

/**
 * Attacks on the metadata, which every kind has.
 *
 * @param letter a letter that no other kind uses, see `listNames`
 */
export function buildMetadataAttacks(owner: StandingOwner, letter: string): readonly Attack[] {
  return [
    ...listNames(letter).map((value) => attack('name', value)),
    ...generateNames.map((value) => ({
      ...attack('generateName', value),
      metadata: { name: undefined, generateName: value },
    })),
    ...labels.map((value) => attack('labels', value)),
    ...annotations.map((value) => attack('annotations', value)),
    ...finalizers.map((value) => attack('finalizers', value)),
    ...buildOwners(owner).map((value) => attack('ownerReferences', value)),
    { ...attack('ownerReferences', [{ ...reference, name: 'absent', uid: absentUid }]), collected: true },
    ...others.map(([field, value]) => attack(field, value)),
    ...parts.map(([part, value]) => ({
      what: `${part} is ${formatValue(value)}`,
      names: [part] as const,
      parts: { [part]: value },
    })),
    ...unnamed,
  ];
}

function attack(field: string, value: unknown): Attack {
  return { what: `metadata.${field} is ${formatValue(value)}`, names: [field], metadata: { [field]: value } };
}

/** Attacks whose errors name no field, because they come from Go's JSON decoder. */
const unnamed: readonly Attack[] = [
  ...['creationTimestamp', 'deletionTimestamp'].map((field) => ({
    ...attack(field, 'yesterday'),
    names: ['parsing time "yesterday"'] as const,
  })),
  ...['a', [], 7].map((metadata) => ({
    what: `metadata is ${formatValue(metadata)}`,
    ...{ names: ['ObjectMeta'] as const, parts: { metadata } },
  })),
];

const reference = { apiVersion: 'v1', kind: 'ConfigMap' };
const absentUid = '00000000-0000-4000-8000-000000000000';

function buildOwners(owner: StandingOwner): readonly unknown[] {
  const existing = { ...reference, ...owner };
  const controller = { ...existing, controller: true };
  return [
    ...[{}, null, 'a', 7, []].map((value) => [value]),
    ...['a', {}],
    ...['apiVersion', 'kind', 'name', 'uid'].map((field) => [{ ...existing, [field]: '' }]),
    ...[{ controller: 'yes' }, { uid: 7 }, { unknown: true }, { kind: 'Event' }].map((odd) => [
      { ...existing, ...odd },
    ]),
    ...[[existing], [controller], [{ ...existing, blockOwnerDeletion: true, controller: false }]],
    ...[[controller, { ...controller, name: 'other' }], Array.from({ length: 50 }, () => existing)],
  ];
}
