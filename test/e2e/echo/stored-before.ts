import { type StoredBefore, type StoredResource, removeValidationRules } from '../../support/stored-before.ts';
import type { OwnedChild } from '../children/owned-child.ts';

export const namespace = 'echos-before';

export const long = 'a'.repeat(70);

/** Builds an object that the validation rules of its CRD reject now. */
function buildStoredEcho({ manifest }: OwnedChild, name: string): StoredResource {
  const { spec, ...rest } = manifest({ namespace }, name) as StoredResource;
  const metadata = { namespace, name, finalizers: ['example.com/kept'] };
  return { ...rest, metadata, ...(name === long && { spec }) };
}

export const echosBefore = (kind: OwnedChild): StoredBefore => ({
  namespace,
  crd: `${kind.api.plural}.mmontes.io`,
  earlier: removeValidationRules,
  resources: ['bare', long, 'leaving'].map((name) => buildStoredEcho(kind, name)),
  rejected: buildStoredEcho(kind, 'bare'),
});
