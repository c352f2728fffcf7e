import { ApiObject, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';

import type { ApiObjects } from '../api-objects/api-object.ts';
import { OptionErrors } from '../plan/index.ts';

/**
 * Collects the errors of a construct. The synth fails with those of all constructs together. Invalid values are treated
 * as missing, so that constructors do not throw before that.
 */
export function collectOptionErrors(construct: Construct): OptionErrors {
  const errors = new OptionErrors();
  construct.node.addValidation({ validate: () => [...errors.texts] });
  return errors;
}

/** Adds the objects, and returns them by name in the construct tree. */
export function addObjects(scope: Construct, objects: ApiObjects): ReadonlyMap<string, ApiObject> {
  return new Map(
    Object.entries(objects).map(([id, { metadata, ...data }]) => {
      const object = new ApiObject(scope, id, {
        ...data,
        metadata: { ...metadata, labels: { ...metadata.labels }, annotations: { ...metadata.annotations } },
      });
      return [id, metadata.namespace === undefined ? clearNamespace(object) : object];
    }),
  );
}

/** Removes the namespace from a cluster-scoped object: a chart with a namespace sets it on all objects. */
function clearNamespace(object: ApiObject): ApiObject {
  if (object.metadata.namespace !== undefined) object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  return object;
}
