import { kubewrightDeclaration, type OperatorDeclaration, parseDeclaration } from '../declaration/index.ts';

/** The declaration that a construct works from: the given one, held to the contract, or else our own. */
export function givenDeclaration(declaration: OperatorDeclaration | undefined): OperatorDeclaration {
  return declaration === undefined ? kubewrightDeclaration() : parseDeclaration(declaration);
}
