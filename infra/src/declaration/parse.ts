import type { DeclaredWebhook, OperatorDeclaration } from './declaration.ts';
import { policyShape } from './policy-shape.ts';
import { either, integer, list, object, oneOf, ShapeError, text, typed } from './shape.ts';

const label = text(
  'a DNS label (lower-case letters, digits and "-", at most 63)',
  /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
);
const group = text('an API group ("" is the core group)', /^[-a-z0-9.]*$/);
const kind = { group, version: text(), kind: text() };
const port = integer(1, 65_535);
const names = list(text(), { minimum: 1 });
const settingValue = either(typed('string', 'number', 'boolean'), list(typed('string')));

// An unknown key could limit or extend the permissions of a rule: so it is an error here, and not ignored.
const rule = object(
  { apiGroups: list(group, { minimum: 1 }), resources: names, verbs: names },
  { optional: { resourceNames: names }, closed: true },
);

const resource = { ...kind, plural: text(), scope: oneOf('Namespaced', 'Cluster') };

const webhook = object({
  name: label,
  for: object(resource),
  mutates: typed('boolean'),
  validates: list(oneOf('CREATE', 'UPDATE', 'DELETE')),
  rules: list(rule),
});

const declaration = object(
  {
    name: label,
    version: text('a version that can be an image tag', /^[A-Za-z0-9_][\w.-]{0,127}$/),
    apis: list(
      object(
        { ...resource, crd: text() },
        { optional: { conversion: object({ path: text(), conversionReviewVersions: names, rules: list(rule) }) } },
      ),
    ),
    controllers: list(object({ name: label, for: object(kind), rules: list(rule) }), { minimum: 1 }),
    leaderElection: object({ leaseName: text(), rules: list(rule, { minimum: 1 }) }),
    settings: list(
      object(
        {
          name: text('a name in camelCase', /^[a-z][A-Za-z0-9]*$/),
          env: text('the name of an environment variable', /^[A-Za-z_]\w*$/),
          type: oneOf('string', 'integer', 'number', 'boolean', 'list'),
        },
        {
          optional: {
            flag: typed('string'),
            format: text(),
            values: list(settingValue, { minimum: 1 }),
            minimum: typed('number'),
            maximum: typed('number'),
            default: settingValue,
          },
        },
      ),
    ),
    ports: object({ metrics: port, health: port }, { optional: { webhooks: port } }),
  },
  {
    optional: {
      description: typed('string'),
      dashboard: text(),
      policies: list(policyShape(kind, label)),
      secureMetrics: object({ rules: list(rule, { minimum: 1 }) }),
      webhooks: list(webhook),
    },
  },
);

/**
 * Validates parsed JSON as a declaration.
 *
 * Throws an error with `source`, the path of the first invalid value, the value, and what is expected.
 *
 * @param source where the value comes from, for the message
 */
export function parseDeclaration(value: unknown, source = 'the operator declaration'): OperatorDeclaration {
  try {
    declaration(value, '');
    return checked(value as OperatorDeclaration);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new Error(`failed to read ${source}: ${error.message}`, { cause: error });
  }
}

/**
 * Checks rules about several values: names are unique, and webhooks do something, on a port. Also refuses the name
 * `cdk8s`, which this package sets as `app.kubernetes.io/managed-by` on the objects that it deploys.
 */
function checked(parsed: OperatorDeclaration): OperatorDeclaration {
  const { name, apis, controllers, webhooks = [], settings, ports } = parsed;
  if (name === 'cdk8s') throw new ShapeError('name', 'another one: "cdk8s" marks what this package deploys', name);
  unique(
    'apis[].kind',
    apis.map((api) => `${api.kind}.${api.version}.${api.group}`),
  );
  unique(
    'controllers[].name',
    controllers.map((controller) => controller.name),
  );
  checkWebhooks(webhooks);
  const needed = webhooks.length > 0 || apis.some(({ conversion }) => conversion !== undefined);
  if (needed && ports.webhooks === undefined) {
    throw new ShapeError('ports.webhooks', 'the port of the webhooks', undefined);
  }
  unique(
    'policies[].name',
    (parsed.policies ?? []).map((policy) => policy.name),
  );
  unique(
    'settings[].name',
    settings.map((setting) => setting.name),
  );
  unique(
    'settings[].env',
    settings.map((setting) => setting.env),
  );
  return parsed;
}

function checkWebhooks(webhooks: readonly DeclaredWebhook[]): void {
  unique(
    'webhooks[].name',
    webhooks.map((webhook) => webhook.name),
  );
  webhooks.forEach(({ mutates, validates }, index) => {
    const at = `webhooks[${index}].validates`;
    unique(at, validates);
    if (mutates || validates.length > 0) return;
    throw new ShapeError(at, 'a list that is not empty, as mutates is false', validates);
  });
}

function unique(at: string, values: readonly string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new ShapeError(at, 'unique', twice);
}
