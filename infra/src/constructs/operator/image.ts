import type { OperatorDeclaration } from '../../declaration/index.ts';
import type { OperatorImage } from './options.ts';

/** Where the images of this project are published, by the operator's name. */
const published: Readonly<Record<string, string>> = { kubewright: 'ghcr.io/kubewright/operator' };

/** Pure: tag of the image that runs. */
export function imageTag(declaration: OperatorDeclaration, image: OperatorImage = {}): string {
  return image.tag ?? declaration.version;
}

/**
 * Pure: the reference by which a node pulls the image.
 *
 * Throws if it cannot be one, or if the repository of somebody else's operator is not given.
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
