import type { OperatorImage } from '../../options/index.ts';
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { memberOf } from '../../objects/index.ts';
import { OptionError } from '../checks/index.ts';

/** The repositories of the images that this project publishes, by the name of the operator. */
const published: Readonly<Record<string, string>> = { kubewright: 'ghcr.io/kubewright/operator' };

/** Pure: the tag of the image. */
export function imageTag(declaration: OperatorDeclaration, image: OperatorImage = {}): string {
  return image.tag ?? declaration.version;
}

/** Pure: the reference of the image in the Pod. Throws if the repository of an operator other than ours is not given. */
export function imageReference(declaration: OperatorDeclaration, image: OperatorImage = {}): string {
  const repository = image.repository ?? memberOf(published, declaration.name);
  if (repository === undefined) {
    throw new OptionError(
      `image.repository is missing: only who declares ${declaration.name} knows where its image is`,
    );
  }
  const reference = `${repository}:${imageTag(declaration, image)}`;
  return image.digest === undefined ? reference : `${reference}@${image.digest}`;
}
