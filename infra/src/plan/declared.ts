import {
  type DeclaredApi,
  type DeclaredDefinition,
  defines,
  kubewrightDeclaration,
  type OperatorDeclaration,
  parseDeclaration,
} from '../declaration/index.ts';
import { type Faults, OptionError } from './faults.ts';

/** Those that are validated already: charts pass theirs to the constructs in them. */
const valid = new WeakSet<OperatorDeclaration>();

/**
 * The declaration that a construct uses: the given one, after validation, or else the one of our own operators. What is
 * wrong with it is a fault.
 */
export function givenDeclaration(declaration: OperatorDeclaration | undefined, faults: Faults): OperatorDeclaration {
  if (declaration === undefined) return kubewrightDeclaration();
  if (valid.has(declaration)) return declaration;
  return faults.attempt(() => parsed(declaration), kubewrightDeclaration());
}

function parsed(declaration: OperatorDeclaration): OperatorDeclaration {
  try {
    const checked = parseDeclaration(declaration);
    valid.add(checked);
    return checked;
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The CustomResourceDefinition of a declared kind. Throws an `OptionError` if the declaration has only its file's path. */
export function definitionOf(api: DeclaredApi): DeclaredDefinition {
  const { crd, plural, group, kind } = api;
  if (typeof crd === 'string') {
    throw new OptionError(
      `the declaration has the path of a file, ${crd}, for the definition of ${kind}: read it with loadDeclaration()`,
    );
  }
  if (!defines(crd, api)) {
    throw new OptionError(
      `the definition of ${kind} must be the CustomResourceDefinition ${plural}.${group} of kind ${kind}, but is ${crd.kind} ${crd.metadata.name}`,
    );
  }
  return crd;
}
