import { imageReference } from '../plan/index.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';

/** Pure: the repository of the image that this project publishes; `undefined` for another operator. */
export function publishedRepository(declaration: OperatorDeclaration): string | undefined {
  try {
    return imageReference(declaration).replace(/:[^:/]*$/, '');
  } catch {
    return undefined;
  }
}
