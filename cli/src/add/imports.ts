import path from 'node:path';

import type { Node, SourceText } from './source-text.ts';
import { getName, listVariables, toNodes } from './syntax.ts';

/**
 * Adds a name to the existing import of the module, or adds an import in the quote style of the source. In a sorted list
 * the addition is sorted, too.
 */
export function addImport(source: SourceText, name: string, module: string): void {
  const imports = source.statements.filter(({ type }) => type === 'ImportDeclaration');
  const present = imports.find((each) => getSpecifier(each) === module && each['importKind'] !== 'type');
  const names = toNodes(present?.['specifiers']).filter(({ type }) => type === 'ImportSpecifier');
  if (names.some((each) => getName(each['local']) === name)) return;
  if (names.length > 0) addName(source, names, name);
  else addStatement(source, module, renderImport(source, imports.at(-1), { name, module }));
}

/** Adds a name to the names of an import, before those of types. */
function addName(source: SourceText, names: readonly Node[], name: string): void {
  const values = names.filter((each) => each['importKind'] !== 'type');
  const last = values.at(-1);
  const next =
    findNext(values, name.toLowerCase(), (each) => getName(each['imported'])?.toLowerCase() ?? '') ??
    (last === undefined ? names[0] : names[names.indexOf(last) + 1]);
  if (next !== undefined) {
    source.insertItem(next, name);
    return;
  }
  const start = source.text.lastIndexOf('{', names[0]?.start);
  source.append({ start, end: source.text.indexOf('}', names.at(-1)?.end) + 1 }, names, name);
}

function addStatement(source: SourceText, module: string, line: string): void {
  const imports = source.statements.filter(({ type }) => type === 'ImportDeclaration');
  const siblings = imports.filter((each) => isRelative(getSpecifier(each)) === isRelative(module));
  const next = findNext(siblings, module, getSpecifier);
  const isFirst = next !== undefined && next === siblings[0];
  if (isFirst && !hasComment(source, next)) {
    source.insert(next.start, `${line}\n`);
    return;
  }
  const sibling = next === undefined || isFirst ? siblings.at(-1) : siblings[siblings.indexOf(next) - 1];
  const before = sibling ?? imports.at(-1);
  if (before === undefined) source.prepend(`${line}\n\n`);
  else source.insertAfter(before, line, sibling === undefined && isRelative(module) ? '\n\n' : '\n');
}

/** Finds the first node of a sorted list that belongs after the key; `undefined` also if the list is not sorted. */
function findNext(nodes: readonly Node[], key: string, getKey: (node: Node) => string): Node | undefined {
  const keys = nodes.map(getKey);
  const isSorted = keys.every((each, index) => index === 0 || (keys[index - 1] ?? '') <= each);
  return isSorted ? nodes.find((each) => getKey(each) > key) : undefined;
}

/** Whether there is a comment above the statement. */
function hasComment({ statements, text }: SourceText, statement: Node): boolean {
  const before = statements[statements.indexOf(statement) - 1];
  const start = before === undefined ? 0 : text.indexOf('\n', before.end);
  return text.slice(start, statement.start).trim() !== '';
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
