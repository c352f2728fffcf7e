import type { KubeObject } from '../base/index.ts';
import type { ApiRequest } from './transport.ts';

/**
 * The media types of responses with metadata only. A server that does not support them, such as an aggregated API
 * server, returns whole objects; `pickMetadata` turns both into the same.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 */
export const metadataForms: Readonly<Record<'object' | 'list', AcceptForm>> = {
  object: buildAcceptForm('PartialObjectMetadata'),
  list: buildAcceptForm('PartialObjectMetadataList'),
};

type AcceptForm = Pick<ApiRequest, 'accept'>;

function buildAcceptForm(kind: string): AcceptForm {
  return { accept: `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json` };
}

/**
 * Keeps only the metadata of an object. A `PartialObjectMetadata` lacks the apiVersion and kind of the described
 * object, so they are parameters.
 */
export function pickMetadata(
  object: unknown,
  { apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>,
): KubeObject {
  const { metadata } = object as Pick<KubeObject, 'metadata'>;
  return { apiVersion, kind, metadata };
}
