import type { Kind, KubeObject } from '../../base/index.ts';
import { createClient } from '../client.ts';
import { buildPath } from '../object-path.ts';
import type { Resource } from '../resource.ts';
import type { AsRead, FormsOf, WrittenKind } from '../sent.ts';
import { ApiError } from '../status-error.ts';
import type { ApiRequest, Transport } from '../transport.ts';
import { createPermittedTransport, type PermittedOptions } from './permitted-transport.ts';

/** A request for an object, a list or a subresource. */
export interface ObjectRequest extends Pick<
  ApiRequest,
  'method' | 'query' | 'body' | 'contentType' | 'accept' | 'signal' | 'atMostBytes'
> {
  readonly kind: Kind;
  readonly namespace?: string;
  readonly name?: string;
  /** Subresource of the object, such as `log` of a Pod. @default - the object itself */
  readonly subresource?: string;
}

/**
 * A client that is limited to the declared `permissions` of a controller. Reads go to the API server; writes need
 * leadership, and store nothing in a dry run. Caches show its writes only after their watch event.
 *
 * Errors of all requests: `DECLARATION_INVALID` if no permission allows it, before it is sent, with the permission to
 * add; `NOT_LEADER` for a write of a process that does not lead; `ApiError` if the API server rejects it.
 */
export interface PermittedClient {
  /** Typed requests for the objects of a kind. */
  resource<T extends KubeObject, TWritten = AsRead>(kind: WrittenKind<T, TWritten>): Resource<T, FormsOf<T, TWritten>>;
  /**
   * Sends any other request, such as one for a subresource.
   * @returns the body of the response: parsed JSON, or the text if it is not JSON
   */
  request(request: ObjectRequest): Promise<unknown>;
}

export function createPermittedClient(transport: Transport, options: PermittedOptions): PermittedClient {
  const permitted = createPermittedTransport(transport, options);
  const client = createClient(permitted);
  return {
    resource: (kind) => client.resource(kind),
    async request({ kind, namespace, name, subresource, ...request }) {
      const path = buildPath(kind, {
        namespace,
        ...(name !== undefined && { name }),
        ...(subresource !== undefined && { subresource }),
      });
      const response = await permitted.call({ ...request, path });
      if (response.status >= 400) throw new ApiError(`${request.method} ${path}`, response);
      return response.body;
    },
  };
}
