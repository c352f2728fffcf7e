import { ApiObject, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';

import type { ApiObjects } from '../api-objects/index.ts';
import { Faults } from '../plan/index.ts';

/**
 * Faults with which the synth fails, and with those of all other constructs. The construct itself is built as if what is wrong
 * were not given, so that no later line of its user fails instead.
 */
export function faultsOf(construct: Construct): Faults {
  const faults = new Faults();
  construct.node.addValidation({ validate: () => [...faults.texts] });
  return faults;
}

/** Adds the objects, and returns them by their names in the construct tree. */
export function addObjects(scope: Construct, objects: ApiObjects): ReadonlyMap<string, ApiObject> {
  return new Map(
    Object.entries(objects).map(([id, { metadata, ...data }]) => {
      const object = new ApiObject(scope, id, {
        ...data,
        metadata: { ...metadata, labels: { ...metadata.labels }, annotations: { ...metadata.annotations } },
      });
      return [id, metadata.namespace === undefined ? clusterScoped(object) : object];
    }),
  );
}

/** Removes the namespace from a cluster-scoped object: a chart with a namespace sets it on all objects. */
function clusterScoped(object: ApiObject): ApiObject {
  if (object.metadata.namespace !== undefined) object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  return object;
}
