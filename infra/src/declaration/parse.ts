import type { DeclaredWebhook, OperatorDeclaration } from '@kubewright/declaration';

import {
  anyObject,
  boolean,
  either,
  type FieldError,
  createFieldError,
  validateValue,
  label,
  list,
  map,
  number,
  object,
  oneOf,
  openObject,
  optional,
  port,
  settingValue,
  string,
  text,
} from '../options/index.ts';

const group = text('an API group ("" is the core group)', /^[-a-z0-9.]*$/);
const kind = { group, version: text(), kind: text() };
const names = list(text(), { minimum: 1 });

// An unknown key could limit or extend the permissions of a rule, so it is an error.
const rule = object({
  ...{ apiGroups: list(group, { minimum: 1 }), resources: names, verbs: names },
  ...optional({ resourceNames: names, reason: text() }),
});

const resource = { ...kind, plural: text(), scope: oneOf('Namespaced', 'Cluster') };

const webhook = openObject({
  name: label,
  for: openObject(resource),
  mutates: boolean,
  validates: list(oneOf('CREATE', 'UPDATE', 'DELETE')),
  rules: list(rule),
});

const conversion = openObject({ path: text(), conversionReviewVersions: names, rules: list(rule) });
const setting = openObject({
  ...{
    name: text('a name in camelCase', /^[a-z][A-Za-z0-9]*$/),
    env: text('the name of an environment variable', /^[A-Za-z_]\w*$/),
    type: oneOf('string', 'integer', 'number', 'boolean', 'list'),
  },
  ...optional({
    flag: string,
    format: text(),
    values: list(settingValue, { minimum: 1 }),
    minimum: number,
    maximum: number,
    default: settingValue,
  }),
});

const definition = openObject({
  apiVersion: text(),
  kind: text(),
  metadata: openObject({ name: text() }),
  spec: anyObject('the spec of a CustomResourceDefinition'),
});

const expression = text('a CEL expression', /\S/);
const namedExpressions = list(object({ name: text(), cel: expression }));

const policyCheck = object({
  ...{ cel: expression, message: text() },
  ...optional({
    messageCel: expression,
    reason: oneOf('Unauthorized', 'Forbidden', 'RequestEntityTooLarge', 'Invalid'),
  }),
});

const policyMutation = either(
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

// An unknown key could widen or limit the policy, so it is an error.
const policy = object({
  name: label,
  for: object(resource),
  operations: list(oneOf('CREATE', 'UPDATE', 'DELETE'), { minimum: 1 }),
  when: namedExpressions,
  variables: namedExpressions,
  validate: list(policyCheck),
  mutate: list(policyMutation),
  actions: list(oneOf('Deny', 'Warn', 'Audit'), { minimum: 1 }),
  failurePolicy: oneOf('Fail', 'Ignore'),
  namespaceSelector: namespaceSelector.optional(),
});

const aDashboard = "a file path, or a dashboard in Grafana's JSON model";
const aCrd = 'the path of a YAML file, or a CustomResourceDefinition';

const declaration = openObject({
  name: label,
  version: text('a version that can be an image tag', /^[A-Za-z0-9_][\w.-]{0,127}$/),
  apis: list(
    openObject({
      ...resource,
      crd: either(aCrd, definition, text(aCrd)),
      conversion: conversion.optional(),
    }),
  ),
  controllers: list(
    openObject({ name: label, for: openObject(kind), rules: list(rule), finalizer: text().optional() }),
    { minimum: 1 },
  ),
  leaderElection: openObject({ leaseName: text(), rules: list(rule, { minimum: 1 }) }),
  settings: list(setting),
  ports: openObject({ metrics: port, health: port, webhooks: port.optional() }),
  ...optional({
    description: string,
    dashboard: either(aDashboard, anyObject(aDashboard), text(aDashboard)),
    clusterScoped: list(text()),
    foreignKinds: list(openObject({ ...resource, ...optional({ crd: text() }) })),
    policies: list(policy),
    secureMetrics: openObject({ rules: list(rule, { minimum: 1 }) }),
    webhooks: list(webhook),
  }),
});

/**
 * Validates parsed JSON as a declaration.
 *
 * Throws an error with `source` and all invalid values: the path, the value, and what is expected.
 *
 * @param source where the value comes from, for the message
 */
export function parseDeclaration(value: unknown, source = 'the operator declaration'): OperatorDeclaration {
  const wrong = validateValue(declaration, value);
  const errors = wrong.length > 0 ? wrong : findContradictions(value as OperatorDeclaration);
  if (errors.length > 0) throw new Error(`failed to read ${source}: ${errors.map(({ text }) => text).join('; ')}`);
  return value as OperatorDeclaration;
}

/**
 * Finds errors that concern several values: duplicate names, webhooks that neither mutate nor validate, and webhooks
 * without a port. Also rejects the name `cdk8s`, which this package sets as `app.kubernetes.io/managed-by`.
 */
function findContradictions(parsed: OperatorDeclaration): FieldError[] {
  const { name, apis, controllers, policies = [], webhooks = [], settings, ports } = parsed;
  const needsPort = webhooks.length > 0 || apis.some(({ conversion }) => conversion !== undefined);
  const otherName = 'other than "cdk8s", which marks the objects that this package deploys';
  const kinds = apis.map((api) => `${api.kind}.${api.group}`);
  return [
    ...(name === 'cdk8s' ? [createFieldError('name', otherName, name)] : []),
    ...findDuplicates('apis[].kind', kinds),
    ...findDuplicates('controllers[].name', listNames(controllers)),
    ...findDuplicates('webhooks[].name', listNames(webhooks)),
    ...webhooks.flatMap((webhook, index) => findIdleWebhook(webhook, `webhooks[${index}].validates`)),
    ...(needsPort && ports.webhooks === undefined
      ? [createFieldError('ports.webhooks', 'the port of the webhooks', undefined)]
      : []),
    ...findDuplicates('policies[].name', listNames(policies)),
    ...findDuplicates('settings[].name', listNames(settings)),
    ...findDuplicates(
      'settings[].env',
      settings.map(({ env }) => env),
    ),
  ];
}

function findIdleWebhook({ mutates, validates }: DeclaredWebhook, at: string): FieldError[] {
  if (mutates || validates.length > 0) return findDuplicates(at, validates);
  return [createFieldError(at, 'a non-empty list, because mutates is false', validates)];
}

function listNames(named: readonly { readonly name: string }[]): string[] {
  return named.map(({ name }) => name);
}

function findDuplicates(at: string, values: readonly string[]): FieldError[] {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  return twice === undefined ? [] : [createFieldError(at, 'unique', twice)];
}
