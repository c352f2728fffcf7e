import type { Rule } from 'eslint';
import type { Type } from 'typescript';

const message =
  'Nobody waits for this promise: await it, or pass it to `catchFailure` (runtime/base) with a handler for its failure.';

/** The services of typescript-eslint's parser. Without `program` there are no types. */
interface Services {
  readonly program?: object | null;
  getTypeAtLocation(node: Rule.Node): Type;
}

/**
 * Demands that a promise is awaited, or passed to `catchFailure`, which takes a handler for its failure. Other rules
 * accept `void` before a promise, and also `.catch`, which may swallow the error.
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
