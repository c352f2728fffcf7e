import { either, list, object, oneOf, record, type Shape, text, typed } from './shape.ts';

const expression = text('an expression of CEL', /\S/);
const named = list(object({ name: text(), cel: expression }, closed()));

const check = object(
  { cel: expression, message: text() },
  closed({ messageCel: expression, reason: oneOf('Unauthorized', 'Forbidden', 'RequestEntityTooLarge', 'Invalid') }),
);

const mutation = either(object({ apply: expression }, closed()), object({ jsonPatch: expression }, closed()));

const namespaceSelector = object(
  {},
  closed({
    matchLabels: record(typed('string')),
    matchExpressions: list(object({ key: text(), operator: text() }, closed({ values: list(typed('string')) }))),
  }),
);

/** The shape of a policy of this kind and name. A key that nothing here knows could widen or limit it: so it is refused. */
export function policyShape(kind: Readonly<Record<string, Shape>>, name: Shape): Shape {
  return object(
    {
      name,
      for: object({ ...kind, plural: text(), scope: oneOf('Namespaced', 'Cluster') }, closed()),
      operations: list(oneOf('CREATE', 'UPDATE', 'DELETE'), { minimum: 1 }),
      when: named,
      variables: named,
      validate: list(check),
      mutate: list(mutation),
      actions: list(oneOf('Deny', 'Warn', 'Audit'), { minimum: 1 }),
      failurePolicy: oneOf('Fail', 'Ignore'),
    },
    closed({ namespaceSelector }),
  );
}

function closed(optional: Readonly<Record<string, Shape>> = {}): { optional: typeof optional; closed: true } {
  return { optional, closed: true };
}
