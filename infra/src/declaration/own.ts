import type { OperatorDeclaration } from './declaration.ts';
import declaration from './kubewright.json';

/** The declaration of the operators of this package's version: the default of every construct. */
export function kubewrightDeclaration(): OperatorDeclaration {
  return declaration as unknown as OperatorDeclaration;
}
