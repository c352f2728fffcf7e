import { addImport, hasOther, toSpecifier } from './imports.ts';
import { type Node, SourceText } from './source-text.ts';
import { findExported, findProperty, resolve, toNodes } from './syntax.ts';

/** A part of the operator, and the module that exports it. */
export interface Registration {
  /** `controllers`, `webhooks` or `conversions`. */
  readonly list: string;
  readonly name: string;
  /** Relative to the project; that of the operator if it declares the part itself. */
  readonly file: string;
}

/**
 * The text of the operator's module with a part added to its list, and imported from another module.
 *
 * @param module its path, relative to the project
 * @returns `undefined` if the module does not have a form in which the list can be found
 */
export function register(text: string, module: string, registration: Registration): string | undefined {
  const source = tryParse(text);
  const operator = source && findExported(source, 'operator')?.init;
  if (source === undefined || operator?.type !== 'ObjectExpression') return undefined;
  const isAdded = addToList(source, operator, registration) && importPart(source, module, registration);
  return isAdded ? source.render() : undefined;
}

/** @returns whether the name is free, or that of a part which the module itself declares */
function importPart(source: SourceText, module: string, { name, file }: Registration): boolean {
  if (file === module) return true;
  const specifier = toSpecifier(source, module, file);
  if (hasOther(source, name, specifier)) return false;
  addImport(source, name, specifier);
  return true;
}

/** @returns whether the list of the operator has a form that can be edited */
function addToList(source: SourceText, operator: Node, { list, name }: Registration): boolean {
  const value = findProperty(source, operator, list);
  const array = resolve(source, value);
  if (value === undefined) source.append(operator, toNodes(operator['properties']), `${list}: [${name}]`);
  else if (array?.type === 'ArrayExpression') source.append(array, toNodes(array['elements']), name);
  else return false;
  return true;
}

/** The lines that do the same by hand. */
export function describeRegistration(module: string, { list, name, file }: Registration): string {
  const item = `${list}: [${name}], // in the operator, beside those that are there`;
  if (file === module) return item;
  return `import { ${name} } from '${toSpecifier(new SourceText(''), module, file)}';\n${item}`;
}

function tryParse(text: string): SourceText | undefined {
  try {
    return new SourceText(text);
  } catch (error) {
    // The parser throws plain errors.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
