import path from 'node:path';

import type { Node, SourceText } from './source-text.ts';
import { getName, listVariables, toNodes } from './syntax.ts';

/** Adds a name to the existing import of the module, or adds an import in the quote style of the source. */
export function addImport(source: SourceText, name: string, module: string): void {
  const imports = source.statements.filter(({ type }) => type === 'ImportDeclaration');
  const present = imports.find((each) => getSpecifier(each) === module && each['importKind'] !== 'type');
  const names = toNodes(present?.['specifiers']).filter(({ type }) => type === 'ImportSpecifier');
  if (names.some((each) => getName(each['local']) === name)) return;
  const first = names[0];
  if (present !== undefined && first !== undefined) {
    const start = source.text.lastIndexOf('{', first.start);
    source.append({ start, end: source.text.indexOf('}', names.at(-1)?.end) + 1 }, names, name);
    return;
  }
  const last = imports.at(-1);
  const line = renderImport(source, last, { name, module });
  if (last === undefined) source.prepend(`${line}\n\n`);
  else source.insert(last.end, `\n${isRelative(getSpecifier(last)) || !isRelative(module) ? '' : '\n'}${line}`);
}

/** Whether the source already uses this name for something else than the export of `module`. */
export function hasOther(source: SourceText, name: string, module: string): boolean {
  const imports = source.statements.filter((each) => getSpecifier(each) !== module);
  const imported = imports.flatMap((each) => toNodes(each['specifiers'])).map((each) => getName(each['local']));
  return imported.includes(name) || listVariables(source).some((variable) => variable.name === name);
}

/**
 * Returns the specifier to import another module of the project, with the file extension that the source uses in its
 * imports.
 */
export function toSpecifier(source: SourceText, from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  const others = source.statements.map(getSpecifier).filter(isRelative);
  const ending = others.length === 0 ? '.ts' : path.posix.extname(others[0] ?? '');
  const known = /^\.[cm]?[jt]s$/.test(ending) ? ending : '';
  return `${relative.startsWith('.') ? '' : './'}${relative.replace(/\.ts$/, known)}`;
}

function renderImport(
  source: SourceText,
  like: Node | undefined,
  { name, module }: { readonly name: string; readonly module: string },
): string {
  const text = like === undefined ? "import '';" : source.slice(like);
  const quote = text.includes('"') ? '"' : "'";
  return `import { ${name} } from ${quote}${module}${quote}${text.endsWith(';') ? ';' : ''}`;
}

function getSpecifier(statement: Node): string {
  return statement.type === 'ImportDeclaration' ? (getName(statement['source']) ?? '') : '';
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('.');
}
