import path from 'node:path';

import ts from 'typescript';

/** A name that an entry point exports, and its declarations. */
export interface ExportedName {
  readonly name: string;
  /** The last heading comment above the export in the entry point, such as `// The process`. */
  readonly group: string;
  /** The declarations. There are several if the name is both a value and a type, or a function with overloads. */
  readonly declarations: readonly ts.Declaration[];
}

/** Parses the imports of all entry points once. */
export function readSources(files: readonly string[]): ts.Program {
  return ts.createProgram(files, { ...options, rootDir: path.parse(path.resolve()).root });
}

/** Lists the exports of an entry point, in source order. */
export function listExports(program: ts.Program, file: string): readonly ExportedName[] {
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`${file} does not exist`);
  const checker = program.getTypeChecker();
  let group = '';
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) group = findHeadingAbove(source.text, statement) ?? group;
    return listExportedNames(statement).map((name) => ({
      name: name.getText(),
      group,
      declarations: listDeclarations(name, checker),
    }));
  });
}

function listExportedNames(statement: ts.Statement): readonly ts.Node[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    return exportClause !== undefined && ts.isNamedExports(exportClause)
      ? exportClause.elements.map(({ name }) => name)
      : [];
  }
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (isExported !== true) return [];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name);
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name];
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  // Without this condition, our own package names would resolve to build output, which is not committed.
  customConditions: ['@kubewright/source'],
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
};

function findHeadingAbove(text: string, statement: ts.Node): string | undefined {
  const comments = ts.getLeadingCommentRanges(text, statement.pos) ?? [];
  const last = comments.filter(({ kind }) => kind === ts.SyntaxKind.SingleLineCommentTrivia).at(-1);
  return last && text.slice(last.pos, last.end).replace(/^\/\/ */, '');
}

/** Returns the declarations of a name. Follows re-exports. */
function listDeclarations(name: ts.Node, checker: ts.TypeChecker): readonly ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.declarations ?? [];
}

/**
 * The types that these exports use, directly or through other types, sorted by name.
 *
 * @param isListed whether to list a declaration
 */
export function findUnexportedTypes(
  exported: readonly ExportedName[],
  program: ts.Program,
  isListed: (declaration: ts.Declaration) => boolean,
): readonly ExportedName[] {
  const checker = program.getTypeChecker();
  const found = new Map<ts.Declaration, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    if (ts.isTypeReferenceNode(node)) addType(node.typeName);
    if (ts.isExpressionWithTypeArguments(node)) addType(node.expression);
    ts.forEachChild(node, visit);
  };
  const addType = (name: ts.Node): void => {
    for (const declaration of listDeclarations(name, checker)) {
      const isType = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration);
      if (!isType || found.has(declaration) || !isListed(declaration)) continue;
      found.set(declaration, declaration.name.text);
      visit(declaration);
    }
  };
  for (const declaration of exported.flatMap(({ declarations }) => declarations)) visit(declaration);
  return [...found]
    .map(([declaration, name]) => ({ name, group: '', declarations: [declaration] }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
