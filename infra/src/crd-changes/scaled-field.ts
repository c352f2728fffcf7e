import { type CrdSchema, getMember } from '@kubewright/declaration';

import type { CrdVersion } from './crd.ts';

/** The API server's own bounds of the field that the scale subresource reads and writes. */
const ofEachScale = { minimum: 0, maximum: 2 ** 31 - 1, format: 'int32' } as const;

type ScaledVersion = Pick<CrdVersion, 'schema' | 'subresources'>;

/** The schema of a version with the API server's own bounds of its scaled field, which Kubewright's CRDs do not repeat. */
export function addScaleBounds(version: ScaledVersion, bounds: CrdSchema = ofEachScale): CrdSchema {
  const schema = version.schema.openAPIV3Schema;
  const path = getScaledPath(version);
  return path.length === 0 ? schema : changeAt(schema, path, (field) => ({ ...bounds, ...field }));
}

/**
 * Adds only the bounds that the other schema states, because a limit that moves into the subresource does not change
 * what the API server accepts.
 */
export function addStatedScaleBounds(version: ScaledVersion, other: ScaledVersion): CrdSchema {
  return addScaleBounds(version, pickStated(findAt(other.schema.openAPIV3Schema, getScaledPath(version)) ?? {}));
}

function getScaledPath({ subresources }: ScaledVersion): readonly string[] {
  return subresources?.scale?.['specReplicasPath']?.split('.').slice(1) ?? [];
}

/** The API server's bound for each bound that the other schema states with any value, and the format if it is the API server's. */
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
