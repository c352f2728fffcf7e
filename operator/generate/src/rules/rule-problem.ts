import type { Environment, TypeCheckResult } from '@marcbachmann/cel-js';

/** Types that cel-js supports completely: Kubernetes does not add functions to them. */
const known = /^(?:(?:string|int|double|bool)|list<(?:string|int|double|bool)>)$/;

/** Functions that accept the same known types in cel-js and in Kubernetes, and behave alike. */
const functions: ReadonlySet<string> = new Set(['size', 'startsWith', 'endsWith', 'contains', 'matches']);

/** Syntax that the parsers of cel-js and of Kubernetes both support. */
const plainSyntax = /^(?!.*(?:^|[^\w\])\s'])\s*\.)[\w\s.,:()[\]'&|!=<>+*/%-]*$/;

const literal = /r?("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/gi;

type Failure = NonNullable<TypeCheckResult['error']>;
type Node = NonNullable<Failure['node']>;

/**
 * Why the API server rejects `expression`; `undefined` if it accepts the expression or if this is uncertain: only the
 * API server checks its own functions, optional values, and `oldSelf` if it may be absent.
 *
 * @param wanted the required type of the result
 */
export function findProblem(
  environment: Environment,
  expression: string,
  wanted: 'bool' | 'string',
): string | undefined {
  const { valid, type = '', error } = environment.check(expression);
  if (valid)
    return type !== wanted && known.test(type) ? `the expression has the type ${type}, not ${wanted}` : undefined;
  if (error === undefined) return undefined;
  if (error.name === 'ParseError')
    return isPlain(expression) ? `the expression cannot be parsed: ${error.summary}` : undefined;
  return isCertain(error) ? formatFailure(error, expression) : undefined;
}

function isPlain(expression: string): boolean {
  return plainSyntax.test(expression.replaceAll(literal, "''").replaceAll(/\s+/g, ' '));
}

const operands: ReadonlySet<string> = new Set([
  ...['no_such_overload', 'invalid_logical_operand', 'incompatible_ternary_branches', 'cannot_index_type'],
]);

/** Whether all types in the error are known, so that the API server would report the same error. */
function isCertain({ code, node }: Failure): boolean {
  if (code === 'invalid_condition_type') return areKnown([node]);
  const isAboutGiven = operands.has(code) || (code === 'no_matching_overload' && functions.has(getCalledName(node)));
  return isAboutGiven && areKnown(listArguments(node));
}

function areKnown(nodes: readonly unknown[]): boolean {
  const types = nodes.flatMap((node) => getCheckedType(node) ?? []);
  return types.length > 0 && types.every((type) => known.test(type));
}

/** The operands of an operator, or the name and arguments of a function call. */
function listArguments(node: Node | undefined): readonly unknown[] {
  const args: unknown = node !== undefined && 'args' in node ? node.args : undefined;
  return Array.isArray(args) ? args.flat() : [args];
}

function getCheckedType(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null || !('checkedType' in node)) return undefined;
  const { checkedType } = node as { readonly checkedType?: { readonly name: string } };
  return checkedType?.name;
}

function getCalledName(node: Node | undefined): string {
  const [name] = listArguments(node);
  return typeof name === 'string' ? name : '';
}

/**
 * The message of cel-js, with the failing part of the expression. Omits the part for a field access: for `self.n`, the
 * range of cel-js covers only `n`.
 */
function formatFailure({ summary, range, node }: Failure, expression: string): string {
  if (range === undefined || (node !== undefined && 'op' in node && node.op === '.')) return summary;
  const part = expression.slice(range.start, range.end).trim();
  return part === expression.trim() ? summary : `${summary} in ${part}`;
}
