import { type ApiObject, JsonPatch } from 'cdk8s';

/** Takes away the namespace that a chart stamps on all its objects, from one that lives in none. */
export function clusterScoped<T extends ApiObject>(object: T): T {
  if (object.metadata.namespace !== undefined) object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  return object;
}
