import type { OperatorDeclaration } from '../../declaration/index.ts';
import type { OperatorImage } from './options.ts';

/** The repositories of the images that this project publishes, by the name of the operator. */
const published: Readonly<Record<string, string>> = { kubewright: 'ghcr.io/kubewright/operator' };

/** Pure: the tag of the image. */
export function imageTag(declaration: OperatorDeclaration, image: OperatorImage = {}): string {
  return image.tag ?? declaration.version;
}

/**
 * Pure: the reference of the image in the Pod.
 *
 * Throws if a part of it is invalid, or if the repository of an operator other than ours is not given.
 */
export function imageReference(declaration: OperatorDeclaration, image: OperatorImage = {}): string {
  const repository = image.repository ?? published[declaration.name];
  if (repository === undefined) {
    throw new Error(`image.repository is missing: only who declares ${declaration.name} knows where its image is`);
  }
  if (!/^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)*$/.test(repository)) {
    throw new Error(
      `image.repository ${JSON.stringify(repository)} must be a registry and a path, without tag or digest`,
    );
  }
  const tag = imageTag(declaration, image);
  if (!/^[A-Za-z0-9_][\w.-]{0,127}$/.test(tag)) throw new Error(`image.tag ${JSON.stringify(tag)} is not a tag`);
  if (image.digest === undefined) return `${repository}:${tag}`;
  if (!/^sha256:[0-9a-f]{64}$/.test(image.digest)) {
    throw new Error(`image.digest ${JSON.stringify(image.digest)} must be sha256: and 64 hexadecimal digits`);
  }
  return `${repository}:${tag}@${image.digest}`;
}
