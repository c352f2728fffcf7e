import ts from 'typescript';

/**
 * The errors in the text of a mutated file: a syntax error, or names that the text uses but neither declares nor
 * imports and that are not global. With such an error every test fails, and the mutant proves nothing.
 */
export function staleness(text: string): readonly string[] {
  const program = ts.createProgram([file], alone, hostOf(text));
  const source = program.getSourceFile(file);
  if (source === undefined) return [];
  const [wrong] = program.getSyntacticDiagnostics(source);
  if (wrong !== undefined) return [ts.flattenDiagnosticMessageText(wrong.messageText, ' ')];
  const checker = program.getTypeChecker();
  const missing = namesIn(source).filter((name) => !isKnown(name, checker));
  return [...new Set(missing.map((name) => `there is no ${name.text}`))];
}

const file = 'mutated.ts';
/** Checks the file alone, without its imports and JSDoc, which takes milliseconds. A mutant does not change imports. */
const alone: ts.CompilerOptions = { noLib: true, noResolve: true, types: [] };
const quickly: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ESNext,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

function hostOf(text: string): ts.CompilerHost {
  return {
    getSourceFile: (name) => ts.createSourceFile(name, text, quickly),
    getDefaultLibFileName: () => '',
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
    useCaseSensitiveFileNames: () => true,
    fileExists: () => false,
    readFile: () => undefined,
    writeFile: () => undefined,
  };
}

type Name = ts.Identifier | ts.PrivateIdentifier;

/** The names that must be declared: without types, globals, and members, which need the types of imports. */
function namesIn(node: ts.Node): readonly Name[] {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return [];
  if (ts.isPrivateIdentifier(node)) return [node];
  if (ts.isIdentifier(node)) return isMember(node) || node.text in globalThis ? [] : [node];
  const names: Name[] = [];
  ts.forEachChild(node, (child) => void names.push(...namesIn(child)));
  return names;
}

function isMember(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === name;
  return (ts.isBindingElement(parent) && parent.propertyName === name) || ts.isMetaProperty(parent);
}

function isKnown(name: Name, checker: ts.TypeChecker): boolean {
  if (ts.isPrivateIdentifier(name)) return isOfClass(name);
  const { parent } = name;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(name);
  return symbol !== undefined;
}

function isOfClass({ text, parent }: ts.PrivateIdentifier): boolean {
  for (let at: ts.Node = parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isClassLike(at) && at.members.some(({ name }) => name?.getText() === text)) return true;
  }
  return false;
}
