import type { ApiRequest, ApiResponse } from '@kubewright/runtime/internal/client';
import { isRecord } from '@kubewright/declaration';
import type { JsonObject } from '../json.ts';
import { unsupported } from '../refusal.ts';

/** Transforms a response body before it is sent. */
export type Form = (body: unknown) => unknown;

/** Whole objects, or their metadata only, by the header `Accept`. Throws: for an unsupported one. */
export function formOf({ accept = '' }: ApiRequest): Form {
  if (accept.includes('as=PartialObjectMetadata')) return metadataOnly;
  if (/as=|protobuf|cbor/.test(accept)) throw unsupported(`answer as ${accept}`);
  return (body) => body;
}

/** An answer in a form; refusals have only one. */
export function inForm({ body, ...response }: ApiResponse, form: Form): ApiResponse {
  return { ...response, body: isRecord(body) && body['kind'] !== 'Status' ? form(body) : body };
}

/** https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
function metadataOnly(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const type = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' };
  const { metadata, items } = body;
  if (!Array.isArray(items)) return { ...type, metadata };
  return {
    ...type,
    kind: 'PartialObjectMetadataList',
    metadata,
    items: items.map((item: JsonObject) => ({ ...type, metadata: item['metadata'] })),
  };
}
