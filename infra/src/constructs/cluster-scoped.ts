import { type ApiObject, JsonPatch } from 'cdk8s';

/** Removes the namespace from a cluster-scoped object: a chart with a namespace sets it on all objects. */
export function clusterScoped<T extends ApiObject>(object: T): T {
  if (object.metadata.namespace !== undefined) object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  return object;
}
