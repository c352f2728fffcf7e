import { at, listAt, type PlainObject, textAt } from '../objects/index.ts';
import { deploymentIn } from './strategy.ts';
import type { BundlePlan } from './plan.ts';

/** One webhook, for which OLM makes a Service, a certificate and a configuration. */
export type WebhookDefinition = Readonly<Record<string, unknown>>;

/** What of a configuration's webhook OLM takes over. It makes `clientConfig` and `namespaceSelector` itself. */
const kept = [
  ...['admissionReviewVersions', 'failurePolicy', 'matchPolicy', 'objectSelector', 'reinvocationPolicy', 'rules'],
  ...['sideEffects', 'timeoutSeconds'],
];

const types: Readonly<Record<string, string>> = {
  MutatingWebhookConfiguration: 'MutatingAdmissionWebhook',
  ValidatingWebhookConfiguration: 'ValidatingAdmissionWebhook',
};

/** Pure: the webhooks of the configurations among the objects, and those that convert. */
export function webhookDefinitions(objects: readonly PlainObject[], plan: BundlePlan): readonly WebhookDefinition[] {
  const deployment = deploymentIn(objects);
  const reached = { deploymentName: deployment.metadata.name, containerPort: 443, targetPort: portOf(deployment) };
  return [
    ...objects.flatMap((object) => definitionsOf(object).map((definition) => ({ ...definition, ...reached }))),
    ...conversions(plan).map((definition) => ({ ...definition, ...reached })),
  ];
}

/** What API servers are asked to skip by a condition, which OLM cannot have. */
export function droppedConditions(objects: readonly PlainObject[]): readonly string[] {
  const webhooks = objects
    .filter(({ kind }) => Object.hasOwn(types, kind))
    .flatMap((object) => listAt(object, 'webhooks'));
  return webhooks
    .filter((webhook) => listAt(webhook, 'matchConditions').length > 0)
    .map((webhook) => `matchConditions of ${textAt(webhook, 'name') ?? ''}: a webhook of OLM has none`);
}

function definitionsOf(configuration: PlainObject): readonly WebhookDefinition[] {
  const type = types[configuration.kind];
  if (type === undefined) return [];
  return listAt(configuration, 'webhooks').map((webhook): WebhookDefinition => {
    const taken = kept.map((key): [string, unknown] => [key, at(webhook, key)]);
    return {
      type,
      generateName: textAt(webhook, 'name'),
      webhookPath: textAt(webhook, 'clientConfig.service.path'),
      ...(Object.fromEntries(taken.filter(([, value]) => value !== undefined)) as WebhookDefinition),
    };
  });
}

function conversions({ declaration }: BundlePlan): readonly WebhookDefinition[] {
  return declaration.apis.flatMap(({ conversion, plural, group }) =>
    conversion === undefined
      ? []
      : [
          {
            type: 'ConversionWebhook',
            generateName: `c${plural}.${group}`,
            conversionCRDs: [`${plural}.${group}`],
            admissionReviewVersions: conversion.conversionReviewVersions,
            sideEffects: 'None',
            webhookPath: conversion.path,
          },
        ],
  );
}

function portOf(deployment: PlainObject): unknown {
  const [container] = listAt(deployment, 'spec.template.spec.containers');
  return at(
    listAt(container, 'ports').find((port) => textAt(port, 'name') === 'webhooks'),
    'containerPort',
  );
}
