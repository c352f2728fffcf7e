import { annotations, labels, namespaceName, objectName } from './names.ts';
import { anyObject, list, object, optional, text, typed } from './schema.ts';

/** The metadata of an object, as cdk8s has it. */
export const metadata = typed(
  object(
    optional({
      name: objectName,
      namespace: namespaceName,
      ...{ labels, annotations },
      finalizers: list(text()),
      ownerReferences: list(anyObject('an owner reference')),
    }),
  ),
  'ApiObjectMetadata',
  'cdk8s',
);
