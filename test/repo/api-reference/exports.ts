import path from 'node:path';

import ts from 'typescript';

/** A name that an entry point of a package exports, and where it is declared. */
export interface Exported {
  readonly name: string;
  /** The last heading above the export in the entry point, a comment such as `// The process`. */
  readonly group: string;
  /** More than one if the name is both a value and a type, or if a function has overloads. */
  readonly declarations: readonly ts.Declaration[];
}

/** The exports of an entry point, in source order, and the types that they use but that are not exported themselves. */
export interface EntryPoint {
  readonly exported: readonly Exported[];
  readonly named: readonly Exported[];
}

/** What entry points of packages import, read once for all of them. */
export function programOf(files: readonly string[]): ts.Program {
  return ts.createProgram(files, { ...options, rootDir: path.parse(path.resolve()).root });
}

/** Reads an entry point. @param isOurs whether the unexported types of a file are listed */
export function readEntryPoint(program: ts.Program, file: string, isOurs: (file: string) => boolean): EntryPoint {
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`there is no ${file}`);
  const checker = program.getTypeChecker();
  const exported = exportsOf(source, checker);
  return { exported, named: namedBy(exported, checker, isOurs) };
}

function exportsOf(source: ts.SourceFile, checker: ts.TypeChecker): readonly Exported[] {
  let group = '';
  return source.statements.filter(ts.isExportDeclaration).flatMap((statement) => {
    group = headingAbove(source.text, statement) ?? group;
    if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) return [];
    return statement.exportClause.elements.map((element) => {
      return { name: element.name.text, group, declarations: declarationsOf(element.name, checker) };
    });
  });
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  // Otherwise the names of our own packages lead to what was compiled, which is not committed.
  customConditions: ['@kubewright/source'],
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
};

function headingAbove(text: string, statement: ts.Node): string | undefined {
  const comments = ts.getLeadingCommentRanges(text, statement.pos) ?? [];
  const last = comments.filter(({ kind }) => kind === ts.SyntaxKind.SingleLineCommentTrivia).at(-1);
  return last && text.slice(last.pos, last.end).replace(/^\/\/ */, '');
}

/** The declarations of a name; re-exports are followed to the origin. */
function declarationsOf(name: ts.Node, checker: ts.TypeChecker): readonly ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.declarations ?? [];
}

/** All types that the exports use, directly or through other types, sorted by name. */
function namedBy(
  exported: readonly Exported[],
  checker: ts.TypeChecker,
  isOurs: (file: string) => boolean,
): readonly Exported[] {
  const known = new Set(exported.flatMap(({ declarations }) => declarations));
  const found = new Map<ts.Declaration, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    if (ts.isTypeReferenceNode(node)) addType(node.typeName);
    if (ts.isExpressionWithTypeArguments(node)) addType(node.expression);
    ts.forEachChild(node, visit);
  };
  const addType = (name: ts.Node): void => {
    for (const declaration of declarationsOf(name, checker)) {
      const isType = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration);
      if (!isType || known.has(declaration) || !isOurs(declaration.getSourceFile().fileName)) continue;
      known.add(declaration);
      found.set(declaration, declaration.name.text);
      visit(declaration);
    }
  };
  for (const declaration of [...known]) if (isOurs(declaration.getSourceFile().fileName)) visit(declaration);
  return [...found]
    .map(([declaration, name]) => ({ name, group: '', declarations: [declaration] }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
