import ts from 'typescript';

const off = /^(?:describe|it|test)\b.*\.(?:skip|todo|skipIf|runIf|fails)\b/;
const offOptions: readonly string[] = ['skip', 'todo', 'fails'];

/** The name of the called function: `it.each` for `it.each(rows)` and for `it.each(rows)('title', test)`. */
export function calleeOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return `${calleeOf(expression.expression)}.${expression.name.text}`;
  if (ts.isCallExpression(expression)) return calleeOf(expression.expression);
  return ts.isTaggedTemplateExpression(expression) ? calleeOf(expression.tag) : '';
}

/** Whether a call is a test or a group that is skipped, runs only under a condition, or is expected to fail. */
export function isSwitchedOff({ expression, arguments: args }: ts.CallExpression): boolean {
  const callee = calleeOf(expression);
  if (isOffOnMacOs(expression)) return false;
  return off.test(callee) || (/^(?:describe|it|test)\b/.test(callee) && args.some(isOff));
}

/** Whether a call is `skipIf(process.platform === 'darwin')`. This is allowed: the test runs on Linux, as CI does. */
function isOffOnMacOs(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression) || !calleeOf(expression).endsWith('.skipIf')) return false;
  const [when] = expression.arguments;
  return when !== undefined && ts.isBinaryExpression(when) && isLiteral(when.right, 'darwin');
}

function isLiteral(expression: ts.Expression, text: string): boolean {
  return ts.isStringLiteralLike(expression) && expression.text === text;
}

function isOff(argument: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(argument)) return false;
  return argument.properties.some(({ name }) => name !== undefined && offOptions.includes(nameOf(name)));
}

/** An id in a comment, `// id: case-3`, and the offset at which the comment begins. */
export interface WrittenId {
  readonly id: string;
  readonly at: number;
}

/** A title, and the ids in the comments right above its test, or above the table row with the title. */
export interface Titled {
  readonly title: string;
  readonly ids: readonly WrittenId[];
}

/**
 * The titles of a test or a group: its string or template as written. A placeholder alone (`%s`, `$title`) gives the
 * value in each row of the table, if the table is in the same file.
 */
export function titlesOf(call: ts.CallExpression, source: ts.SourceFile): readonly Titled[] {
  const [written] = call.arguments;
  const ids = idsAbove(call, source);
  if (written === undefined) return [];
  if (ts.isTemplateExpression(written)) return [{ title: written.getText(source).slice(1, -1), ids }];
  if (!ts.isStringLiteralLike(written)) return [];
  const place = /^(?:%s|\$(\w+))$/.exec(written.text);
  if (place === null || !ts.isCallExpression(call.expression)) return [{ title: written.text, ids }];
  return rowsOf(call.expression.arguments[0], source).flatMap((row) =>
    rowTitles(row, place[1]).map((title) => ({ title, ids: [...ids, ...idsAbove(row, source)] })),
  );
}

/** The title in a table row: the property `name`; without a name the row itself, or its first element. */
export function rowTitles(row: ts.Expression, name: string | undefined): readonly string[] {
  if (name === undefined) {
    const first = ts.isArrayLiteralExpression(row) ? row.elements[0] : row;
    return first !== undefined && ts.isStringLiteralLike(first) ? [first.text] : [];
  }
  if (!ts.isObjectLiteralExpression(row)) return [];
  const values = row.properties.filter(ts.isPropertyAssignment).filter((each) => nameOf(each.name) === name);
  return values.map(({ initializer }) => initializer).flatMap((value) => rowTitles(value, undefined));
}

/** The ids right above a test, a row of a table, or a case. */
export function idsAbove({ pos }: ts.Node, { text }: ts.SourceFile): readonly WrittenId[] {
  const comments = ts.getLeadingCommentRanges(text, pos) ?? [];
  return comments.flatMap(({ pos: at, end }) => idsIn(text.slice(at, end), at));
}

/** The ids of one comment: `// id: case-1, queue-forgets-a-key` has two. */
export function idsIn(comment: string, at: number): readonly WrittenId[] {
  const ids = /^\/\/ id: (.+)$/.exec(comment)?.[1]?.split(', ') ?? [];
  return ids.map((id) => ({ id, at }));
}

/** The rows of a table, which is written in the call or is a constant of the same file. */
function rowsOf(table: ts.Expression | undefined, source: ts.SourceFile): readonly ts.Expression[] {
  if (table === undefined) return [];
  if (ts.isArrayLiteralExpression(table)) return table.elements;
  if (ts.isAsExpression(table)) return rowsOf(table.expression, source);
  return ts.isIdentifier(table) ? rowsOf(constantOf(table.text, source), source) : [];
}

function constantOf(name: string, node: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name) return node.initializer;
  return ts.forEachChild(node, (child) => constantOf(name, child));
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : '';
}
