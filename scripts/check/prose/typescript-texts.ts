import ts from 'typescript';

import { isProse, type Text } from './rules.ts';

/** Returns the comments, the titles of tests, and the messages of a source file, in order. */
export function listTypeScriptTexts(source: string): readonly Text[] {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  const literals: ts.Node[] = [];
  const found: Text[] = [];
  const findLine = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line + 1;
  const visit = (node: ts.Node, isPart: boolean): void => {
    if (isToken(node)) literals.push(node);
    const text = isPart ? undefined : readMessage(node);
    if (text !== undefined)
      found.push({ kind: isTitle(node) ? 'title' : 'message', line: findLine(node.getStart(file)), text });
    // Strings inside the placeholders of a template are separate messages.
    ts.forEachChild(node, (child) => visit(child, !ts.isTemplateSpan(node) && (isPart || text !== undefined)));
  };
  visit(file, false);
  const comments = listComments(source, literals).map(({ offset, text }): Text => {
    return { kind: 'comment', line: findLine(offset), text };
  });
  return [...found, ...comments].sort((one, other) => one.line - other.line);
}

function isToken(node: ts.Node): boolean {
  return (
    ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || node.kind === ts.SyntaxKind.TemplateHead
  );
}

/** Returns the text of a string literal, or of concatenated ones, if it is prose. */
function readMessage(node: ts.Node): string | undefined {
  if (!ts.isExpression(node) || isName(node)) return undefined;
  const text = readString(node);
  return text !== undefined && isProse(text) ? text : undefined;
}

function isName({ parent }: ts.Node): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent);
}

function readString(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return (
      node.head.text + node.templateSpans.map((span) => `{${nameValue(span.expression)}}${span.literal.text}`).join('')
    );
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const parts = [readString(node.left), readString(node.right)];
  if (parts.every((part) => part === undefined)) return undefined;
  return `${parts[0] ?? `{${nameValue(node.left)}}`}${parts[1] ?? `{${nameValue(node.right)}}`}`;
}

/** Returns a short name for a placeholder of a message. */
function nameValue(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.getText().replaceAll(/[?!\s]/g, '');
  if (ts.isCallExpression(node)) {
    const [argument] = node.arguments;
    return argument !== undefined && node.arguments.length === 1 ? nameValue(argument) : nameValue(node.expression);
  }
  return '…';
}

/** Whether a node is the title of a test or a group. */
function isTitle({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^(?:describe|it|test)\b/.test(parent.expression.getText());
}

interface Comment {
  readonly offset: number;
  readonly text: string;
}

/** Returns the paragraphs of all comments. Line comments that follow each other are one comment. */
function listComments(source: string, literals: readonly ts.Node[]): readonly Comment[] {
  return [...hideLiterals(source, literals).matchAll(/\/\*[^]*?\*\/|\/\/.*(?:\n *\/\/.*)*/g)].flatMap(
    ({ 0: comment, index }) => splitParagraphs(comment, index),
  );
}

/** Replaces each literal with a filler of the same length, because literals may contain `//`. */
function hideLiterals(source: string, literals: readonly ts.Node[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const literal of literals) {
    const start = literal.getStart();
    parts.push(source.slice(end, start), 'x'.repeat(literal.end - start));
    end = literal.end;
  }
  return parts.join('') + source.slice(end);
}

function splitParagraphs(comment: string, offset: number): readonly Comment[] {
  const plain = comment
    .replaceAll(/^(?:\/\*+|\/\/)|\s*\*+\/$|(?<=\n)[ \t]*(?:\*|\/\/)/g, (mark) => ' '.repeat(mark.length))
    .replaceAll(/```[^]*?```/g, (code) => code.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/`[^`]*`/g, (code) => `\`${code.slice(1, -1).replaceAll(/[^\n]/g, '…')}\``);
  return [...plain.matchAll(/\S(?:(?!\n\s*(?:\n|@|[-*|] |\d+\. ))[^])*/g)].map(({ 0: text, index }) => {
    return { offset: offset + index, text: text.replaceAll(/…+/g, '…').replaceAll(/\s+/g, ' ').trim() };
  });
}
