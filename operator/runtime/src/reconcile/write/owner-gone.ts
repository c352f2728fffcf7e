import type { Run } from './environment.ts';

/**
 * Whether the owner no longer exists. A 404 alone does not say so: the API server answers a status that the
 * CustomResourceDefinition does not declare in the same words. A list, because not every controller may get its object.
 */
export async function isOwnerGone({ environment, owner, ownerKind, signal }: Run): Promise<boolean> {
  const { name, namespace, uid } = owner.metadata;
  const { items } = await environment.client.resource(ownerKind).list({
    ...(namespace !== undefined && { namespace }),
    fieldSelector: `metadata.name=${name}`,
    signal,
  });
  return items[0]?.metadata.uid !== uid;
}
