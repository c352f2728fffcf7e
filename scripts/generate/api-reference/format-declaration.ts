import ts from 'typescript';

/** Formats a declaration for the API reference, without function bodies and private members. */
export function formatDeclaration(declaration: ts.Declaration): string {
  if (ts.isFunctionDeclaration(declaration)) {
    if (declaration.type === undefined)
      throw new Error(`${declaration.name?.text ?? 'a function'} declares no return type`);
    return `${sliceSource(declaration, declaration.body).trimEnd()};`;
  }
  if (ts.isClassDeclaration(declaration)) return formatClass(declaration);
  if (ts.isVariableDeclaration(declaration)) return formatVariable(declaration);
  return removeExport(declaration.getText());
}

/** Formats the doc comment of a declaration as Markdown, with its tags as a list. */
export function formatDoc(declaration: ts.Declaration): string {
  const carrier = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const doc = ts.getJSDocCommentsAndTags(carrier).filter(ts.isJSDoc).at(-1);
  if (doc === undefined) return '';
  const tags = (doc.tags ?? []).map(formatTag).filter((text) => text !== '');
  return [formatProse(doc.comment), tags.join('\n')].filter((text) => text !== '').join('\n\n');
}

function formatTag(tag: ts.JSDocTag): string {
  const subject = ts.isJSDocParameterTag(tag) || ts.isJSDocPropertyTag(tag) ? tag.name.getText() : undefined;
  const types = ts.isJSDocTemplateTag(tag) ? tag.typeParameters.map(({ name }) => name.text).join(', ') : undefined;
  const name = subject ?? types;
  const text = formatProse(tag.comment).replaceAll(/\s*\n\s*/g, ' ');
  return `- **${tag.tagName.text}**${name === undefined ? '' : ` \`${name}\``}${text === '' ? '' : ` ${text}`}`;
}

function formatProse(comment: ts.JSDoc['comment']): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replaceAll(/\{@link (\S+)\}/g, '`$1`').trim();
}

function sliceSource(node: ts.Node, end: ts.Node | undefined): string {
  const text = node.getSourceFile().text.slice(node.getStart(), end?.getStart() ?? node.end);
  return removeExport(text)
    .replace(/;$/, '')
    .replace(/^async /, '');
}

function formatVariable(variable: ts.VariableDeclaration): string {
  const name = variable.name.getText();
  if (variable.type !== undefined) return `const ${name}: ${variable.type.getText()};`;
  const initializer = unwrap(variable.initializer);
  if (initializer !== undefined && ts.isObjectLiteralExpression(initializer)) {
    return [`const ${name}: {`, ...initializer.properties.map(formatProperty), '};'].join('\n');
  }
  return `const ${name} = ${initializer?.getText() ?? ''};`;
}

/** Returns the value of an expression without `as const` and `satisfies …`. */
function unwrap(value: ts.Expression | undefined): ts.Expression | undefined {
  if (value === undefined) return undefined;
  return ts.isAsExpression(value) || ts.isSatisfiesExpression(value) ? unwrap(value.expression) : value;
}

/** Formats a property: the signature of a function, the name of any other property. */
function formatProperty(property: ts.ObjectLiteralElementLike): string {
  const docs = ts.getJSDocCommentsAndTags(property).map((doc) => `  ${doc.getText()}\n`);
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
  const head =
    value !== undefined && ts.isArrowFunction(value)
      ? sliceSource(property, value.body).trimEnd().replace(/ *=>$/, '')
      : (property.name?.getText() ?? '');
  return `${docs.join('')}  ${head};`;
}

function formatClass(declaration: ts.ClassDeclaration): string {
  const [first] = declaration.members;
  const head = removeExport(
    declaration.getSourceFile().text.slice(declaration.getStart(), first?.pos ?? declaration.end),
  );
  const members = declaration.members.filter(isPublic).map((member) => `  ${formatMember(member)}`);
  return [head.trimEnd(), ...members, '}'].join('\n');
}

function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
  return hidden === 0 && (member.name === undefined || !ts.isPrivateIdentifier(member.name));
}

function formatMember(member: ts.ClassElement): string {
  const docs = ts.getJSDocCommentsAndTags(member).map((doc) => `${doc.getText()}\n  `);
  const body = 'body' in member ? (member.body as ts.Node | undefined) : undefined;
  return `${docs.join('')}${sliceSource(member, body).trimEnd()};`;
}

function removeExport(text: string): string {
  return text.replace(/^export (default )?(declare )?/, '');
}
