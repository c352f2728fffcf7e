import type { Rule } from 'eslint';
import type { Type } from 'typescript';

const message =
  'This promise is not awaited: await it, or pass it to `catchFailure` (runtime/base) with a handler for its failure.';

/** The services of typescript-eslint's parser, which lacks types without `program`. */
interface Services {
  readonly program?: object | null;
  getTypeAtLocation(node: Rule.Node): Type;
}

/**
 * Requires that code awaits a promise, or passes it to `catchFailure` with a handler for its failure. Other rules
 * accept `void` before a promise, and `.catch`, which may swallow the error.
 */
export const noUnattendedPromise: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], messages: { unattended: message } },
  create(context) {
    const services = context.sourceCode.parserServices as unknown as Services;
    if (services.program === undefined || services.program === null) return {};
    const check = (node: Rule.Node): void => {
      if (isThenable(services.getTypeAtLocation(node))) context.report({ node, messageId: 'unattended' });
    };
    return {
      'UnaryExpression[operator="void"] > .argument': check,
      'ExpressionStatement > .expression:not(AssignmentExpression)': check,
    };
  },
};

function isThenable(type: Type): boolean {
  return type.isUnion() ? type.types.some(isThenable) : type.getProperty('then') !== undefined;
}
