import { annotations, anyObject, labels, list, namespaceName, object, objectName, text } from '../shape/index.ts';

/** The metadata of an object, as `ApiObjectMetadata` of cdk8s. */
export const metadataShape = object(
  {},
  {
    name: objectName,
    namespace: namespaceName,
    ...{ labels, annotations },
    finalizers: list(text()),
    ownerReferences: list(anyObject('an owner reference')),
  },
);
