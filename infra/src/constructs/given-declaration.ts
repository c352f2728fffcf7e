import { kubewrightDeclaration, type OperatorDeclaration, parseDeclaration } from '../declaration/index.ts';

/** The declaration that a construct uses: the given one, after validation, or else the one of our own operators. */
export function givenDeclaration(declaration: OperatorDeclaration | undefined): OperatorDeclaration {
  return declaration === undefined ? kubewrightDeclaration() : parseDeclaration(declaration);
}
