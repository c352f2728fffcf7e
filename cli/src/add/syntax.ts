import type { Node, SourceText } from './source-text.ts';

/** A variable at the top level of a module. */
export interface Variable {
  readonly name: string;
  /** The assigned expression, without `as`, `satisfies` and parentheses. */
  readonly init: Node;
  readonly statement: Node;
}

export function listVariables({ statements }: SourceText): readonly Variable[] {
  return statements.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? toNode(statement['declaration']) : statement;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return toNodes(declaration['declarations']).flatMap((each) => {
      const [id, init] = [toNode(each['id']), toNode(each['init'])];
      return id?.type === 'Identifier' && init ? [{ name: String(id['name']), init: unwrap(init), statement }] : [];
    });
  });
}

/** Finds the variable that a module exports under a name. */
export function findExported(source: SourceText, name: string): Variable | undefined {
  const specifiers = source.statements
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((statement) => toNodes(statement['specifiers']));
  const local = specifiers.find((each) => getName(each['exported']) === name);
  const wanted = local === undefined ? name : getName(local['local']);
  return listVariables(source).find((variable) => variable.name === wanted);
}

/**
 * Finds the value of a property in an object literal, including properties that it spreads from another literal of the
 * module.
 */
export function findProperty(source: SourceText, object: Node, name: string): Node | undefined {
  for (const each of toNodes(object['properties']).toReversed()) {
    if (each.type === 'SpreadElement') {
      const spread = resolve(source, toNode(each['argument']));
      const found = spread?.type === 'ObjectExpression' ? findProperty(source, spread, name) : undefined;
      if (found !== undefined) return found;
    } else if (getName(each['key']) === name) {
      const value = toNode(each['value']);
      return value && unwrap(value);
    }
  }
  return undefined;
}

/** Returns the string literal that is the value of a property. */
export function findString(source: SourceText, object: Node, name: string): string | undefined {
  const value = resolve(source, findProperty(source, object, name))?.['value'];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the node, or if it names a variable of the module, the variable's value. */
export function resolve(source: SourceText, node: Node | undefined): Node | undefined {
  if (node?.type !== 'Identifier') return node && unwrap(node);
  return listVariables(source).find(({ name }) => name === node['name'])?.init;
}

/** Whether a node calls the function with this name. */
export function isCall(node: Node | undefined, name: string): node is Node {
  return node?.type === 'CallExpression' && getName(node['callee']) === name;
}

export function toNodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? (value as readonly (Node | null)[]).filter((each) => each !== null) : [];
}

function toNode(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null ? (value as Node) : undefined;
}

/** Returns the name of an identifier, or the value of a string literal. */
export function getName(node: unknown): string | undefined {
  const { name, value } = (node ?? {}) as { readonly name?: unknown; readonly value?: unknown };
  const found = name ?? value;
  return typeof found === 'string' ? found : undefined;
}

const wrappers: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']);

function unwrap(node: Node): Node {
  const inner = wrappers.has(node.type) ? toNode(node['expression']) : undefined;
  return inner === undefined ? node : unwrap(inner);
}
