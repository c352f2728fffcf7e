import { kubewrightDeclaration, type OperatorDeclaration, parseDeclaration } from '../declaration/index.ts';
import { type Faults, OptionError } from './checks/index.ts';

/**
 * The declaration that a construct uses: the given one, after validation, or else the one of our own operators. What is
 * wrong with it is a fault of the construct.
 */
export function givenDeclaration(declaration: OperatorDeclaration | undefined, faults: Faults): OperatorDeclaration {
  if (declaration === undefined) return kubewrightDeclaration();
  return faults.attempt(() => parsed(declaration), kubewrightDeclaration());
}

function parsed(declaration: OperatorDeclaration): OperatorDeclaration {
  try {
    return parseDeclaration(declaration);
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
