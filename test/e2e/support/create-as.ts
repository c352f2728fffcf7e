import {
  formatApiVersion,
  type Kind,
  type KubeObject,
  type OwnerReference,
} from '../../../operator/runtime/src/base/index.ts';
import { type Client, buildPath } from '../../../operator/runtime/src/client/index.ts';

/** The owner reference that operators written in Go set with `SetControllerReference`. */
export function buildGoReference(kind: Kind, { metadata }: KubeObject): OwnerReference {
  const { name, uid } = metadata;
  return { apiVersion: formatApiVersion(kind), kind: kind.kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** An object that another program writes. */
export interface Written {
  readonly metadata: { readonly namespace: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Creates an object like another program: with a POST, its fields owned by `manager`. */
export async function createAs<T extends KubeObject>(
  client: Client,
  manager: string,
  { kind, body }: { readonly kind: Kind<T>; readonly body: Written },
): Promise<T> {
  const answer = await client.transport.call({
    method: 'POST',
    path: buildPath(kind, { namespace: body.metadata.namespace }),
    query: { fieldManager: manager },
    body: { apiVersion: formatApiVersion(kind), kind: kind.kind, ...body },
  });
  if (answer.status !== 201)
    throw new Error(`failed to create a ${kind.kind} as ${manager}: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}
