import { addImport, hasOther, toSpecifier } from './imports.ts';
import { type Node, SourceText } from './source-text.ts';
import { breakLongLiteral } from './split-literal.ts';
import { findExported, findProperty, resolve, toNodes } from './syntax.ts';

/** A part of the operator, such as a controller, and the module that exports it. */
export interface Registration {
  /** The list in the operator definition: `controllers`, `webhooks`, `conversions` or `apis`. */
  readonly list: string;
  readonly name: string;
  /** Path of the module that exports the part, relative to the project; the operator's module if that declares it. */
  readonly file: string;
}

/**
 * Adds a part to its list in the text of the operator's module, and imports it from another module.
 *
 * @param module path of the operator's module, relative to the project
 * @returns the new text; `undefined` if the syntax of the module is not supported
 */
export function register(text: string, module: string, registration: Registration): string | undefined {
  const source = tryParse(text);
  const operator = source && findExported(source, 'operator')?.init;
  if (source === undefined || operator?.type !== 'ObjectExpression') return undefined;
  const isAdded = addToList(source, operator, registration) && importPart(source, module, registration);
  return isAdded ? breakOperator(source.render()) : undefined;
}

function breakOperator(text: string): string {
  const source = new SourceText(text);
  const operator = findExported(source, 'operator')?.init;
  if (operator !== undefined) breakLongLiteral(source, operator);
  return source.render();
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

/** Formats the lines that an author adds by hand to register the part. */
export function describeRegistration(module: string, { list, name, file }: Registration): string {
  const item = `${list}: [${name}], // in the operator, in addition to the existing entries`;
  if (file === module) return item;
  return `import { ${name} } from '${toSpecifier(new SourceText(''), module, file)}';\n${item}`;
}

function tryParse(text: string): SourceText | undefined {
  try {
    return new SourceText(text);
  } catch (error) {
    // A syntax error: the parser throws it as a plain `Error`.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
