import {
  either,
  type Fields,
  list,
  map,
  object,
  oneOf,
  optional,
  type Schema,
  string,
  text,
} from '../options/index.ts';

const expression = text('an expression of CEL', /\S/);
const named = list(object({ name: text(), cel: expression }));

const check = object({
  ...{ cel: expression, message: text() },
  ...optional({
    messageCel: expression,
    reason: oneOf('Unauthorized', 'Forbidden', 'RequestEntityTooLarge', 'Invalid'),
  }),
});

const mutation = either(
  'an object with apply, or with jsonPatch',
  object({ apply: expression }),
  object({ jsonPatch: expression }),
);

const namespaceSelector = object(
  optional({
    matchLabels: map(string),
    matchExpressions: list(object({ key: text(), operator: text(), values: list(string).optional() })),
  }),
);

/** The shape of a policy of this kind and name. A key that nothing here knows could widen or limit it: so it is refused. */
export function policyShape(kind: Fields, name: Schema): Schema {
  return object({
    name,
    for: object({ ...kind, plural: text(), scope: oneOf('Namespaced', 'Cluster') }),
    operations: list(oneOf('CREATE', 'UPDATE', 'DELETE'), { minimum: 1 }),
    when: named,
    variables: named,
    validate: list(check),
    mutate: list(mutation),
    actions: list(oneOf('Deny', 'Warn', 'Audit'), { minimum: 1 }),
    failurePolicy: oneOf('Fail', 'Ignore'),
    namespaceSelector: namespaceSelector.optional(),
  });
}
