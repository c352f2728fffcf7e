import { either, list, object, oneOf, record, type Shape, type Shapes, text, typed } from '../shape/index.ts';

const expression = text('an expression of CEL', /\S/);
const named = list(object({ name: text(), cel: expression }));

const check = object(
  { cel: expression, message: text() },
  { messageCel: expression, reason: oneOf('Unauthorized', 'Forbidden', 'RequestEntityTooLarge', 'Invalid') },
);

const mutation = either(object({ apply: expression }), object({ jsonPatch: expression }));

const namespaceSelector = object(
  {},
  {
    matchLabels: record(typed('string')),
    matchExpressions: list(object({ key: text(), operator: text() }, { values: list(typed('string')) })),
  },
);

/** The shape of a policy of this kind and name. A key that nothing here knows could widen or limit it: so it is refused. */
export function policyShape(kind: Shapes, name: Shape): Shape {
  return object(
    {
      name,
      for: object({ ...kind, plural: text(), scope: oneOf('Namespaced', 'Cluster') }),
      operations: list(oneOf('CREATE', 'UPDATE', 'DELETE'), { minimum: 1 }),
      when: named,
      variables: named,
      validate: list(check),
      mutate: list(mutation),
      actions: list(oneOf('Deny', 'Warn', 'Audit'), { minimum: 1 }),
      failurePolicy: oneOf('Fail', 'Ignore'),
    },
    { namespaceSelector },
  );
}
