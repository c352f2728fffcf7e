import type { KubeObject } from '../base/index.ts';
import type { ApiRequest } from './transport.ts';

/**
 * The media types of responses with metadata only. A server that does not support them, as an aggregated one may not,
 * returns whole objects; `onlyMetadata` reduces both to the same.
 *
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 */
export const metadataForms: Readonly<Record<'object' | 'list', Form>> = {
  object: formOf('PartialObjectMetadata'),
  list: formOf('PartialObjectMetadataList'),
};

type Form = Pick<ApiRequest, 'accept'>;

function formOf(kind: string): Form {
  return { accept: `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json` };
}

/**
 * Keeps only the metadata of an object. A `PartialObjectMetadata` does not contain the apiVersion and kind of the
 * object that it describes, so they are parameters.
 */
export function onlyMetadata(
  object: unknown,
  { apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>,
): KubeObject {
  const { metadata } = object as Pick<KubeObject, 'metadata'>;
  return { apiVersion, kind, metadata };
}
