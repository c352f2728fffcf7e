import {
  annotations,
  anyObject,
  labels,
  list,
  namespaceName,
  object,
  objectName,
  optional,
  text,
} from '../options/index.ts';

/** The metadata of an object, as `ApiObjectMetadata` of cdk8s. */
export const metadataShape = object(
  optional({
    name: objectName,
    namespace: namespaceName,
    ...{ labels, annotations },
    finalizers: list(text()),
    ownerReferences: list(anyObject('an owner reference')),
  }),
);
