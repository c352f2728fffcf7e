import { type CrdSchema, getMember } from '@kubewright/declaration';

import type { CrdVersion } from './crd.ts';

/** The API server's own bounds of the field that the scale subresource reads and writes. */
const ofEachScale = { minimum: 0, maximum: 2 ** 31 - 1, format: 'int32' } as const;

/**
 * The schema of a version with those bounds of its scaled field that the other schema states: Kubewright does not repeat
 * them in a CRD with `scale`, and a limit that moves into the subresource does not change what the API server accepts.
 */
export function addScaleBounds(version: CrdVersion, other: CrdVersion): CrdSchema {
  const schema = version.schema.openAPIV3Schema;
  const path = version.subresources?.scale?.['specReplicasPath']?.split('.').slice(1) ?? [];
  const stated = path.length === 0 ? undefined : findAt(other.schema.openAPIV3Schema, path);
  return stated === undefined ? schema : changeAt(schema, path, (field) => ({ ...pickStated(stated), ...field }));
}

/** A number is compared as the API server's bound, also if the other schema states another one; a format only if it is the same. */
function pickStated({ minimum, maximum, format }: CrdSchema): CrdSchema {
  return {
    ...(minimum !== undefined && { minimum: ofEachScale.minimum }),
    ...(maximum !== undefined && { maximum: ofEachScale.maximum }),
    ...(format === ofEachScale.format && { format }),
  };
}

function findAt(schema: CrdSchema | undefined, [name, ...below]: readonly string[]): CrdSchema | undefined {
  return name === undefined ? schema : findAt(getMember(schema?.properties, name), below);
}

function changeAt(
  schema: CrdSchema,
  [name, ...below]: readonly string[],
  change: (field: CrdSchema) => CrdSchema,
): CrdSchema {
  if (name === undefined) return change(schema);
  const child = getMember(schema.properties, name);
  if (child === undefined) return schema;
  return { ...schema, properties: { ...schema.properties, [name]: changeAt(child, below, change) } };
}
