import { type DeclaredApi, type DeclaredDefinition, defines } from '../declaration/index.ts';
import { OptionError } from './checks/index.ts';

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
