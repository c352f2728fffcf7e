import type { Rule } from 'eslint';
import type { Type } from 'typescript';

const message =
  'Nobody waits for this promise: await it, or hand it to `unattended` (runtime/base) with who is notified of its failure.';

/** What the parser knows beside the syntax; without `program` no types. */
interface Services {
  readonly program?: object | null;
  getTypeAtLocation(node: Rule.Node): Type;
}

/**
 * A promise that is not awaited is passed to one function, `unattended`, which asks who is notified of its failure. `void`
 * before a promise hides it from all other rules; a `.catch` of its own may be forgotten, or swallow its error.
 */
export const noUnattendedPromise: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], messages: { unattended: message } },
  create(context) {
    const services = context.sourceCode.parserServices as unknown as Services;
    // Without types there is nothing to see.
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
