import { addImport, hasOther, toSpecifier } from './imports.ts';
import { SourceText } from './source-text.ts';
import { findExported, findProperty, resolve, toNodes } from './syntax.ts';

/** A part of the operator, and the module that exports it. */
export interface Registration {
  /** `controllers`, `webhooks` or `conversions`. */
  readonly list: string;
  readonly name: string;
  /** Relative to the project. */
  readonly file: string;
}

/**
 * The text of the operator's module with a part added to its list and imported.
 *
 * @param module its path, relative to the project
 * @returns `undefined` if the module does not have a form in which the list can be found
 */
export function register(text: string, module: string, { list, name, file }: Registration): string | undefined {
  const source = tryParse(text);
  const operator = source && findExported(source, 'operator')?.init;
  if (source === undefined || operator?.type !== 'ObjectExpression') return undefined;
  const specifier = toSpecifier(source, module, file);
  if (hasOther(source, name, specifier)) return undefined;
  const value = findProperty(source, operator, list);
  const array = resolve(source, value);
  if (value === undefined) source.append(operator, toNodes(operator['properties']), `${list}: [${name}]`);
  else if (array?.type === 'ArrayExpression') source.append(array, toNodes(array['elements']), name);
  else return undefined;
  addImport(source, name, specifier);
  return source.render();
}

/** The lines that do the same by hand. */
export function describeRegistration(module: string, { list, name, file }: Registration): string {
  const specifier = toSpecifier(new SourceText(''), module, file);
  return `import { ${name} } from '${specifier}';\n${list}: [${name}], // in the operator, beside those that are there`;
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
