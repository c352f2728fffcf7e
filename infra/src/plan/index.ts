/**
 * What is deployed, computed from a declaration and options: every name, label, port and rule. Pure, but for the faults that
 * it collects.
 *
 * - `operator.ts` is the whole plan of an installation, from its merged options (`merge.ts`). It has parts from
 *   `declared.ts` (controllers and namespaces), `workload.ts` (Pods, ports, metrics), `pods.ts` (image, resources, volumes),
 *   `settings.ts` and `variables.ts`, and `webhooks.ts`.
 * - `permissions.ts` has who may do what (`rules.ts` merges rules), `alerts.ts` the alerts (`alert-plans.ts`), `pet-store.ts` a
 *   store.
 * - `marks.ts` has the labels and annotations of all objects, `faults.ts` what is wrong.
 *
 * @module
 */
export { memcachedRules, operatorRules, scrapedSeries, servesMemcached, type Series } from './alerts.ts';
export { chooseControllers, definitionOf, givenDeclaration, toBeAccepted } from './declared.ts';
export { Faults, OptionError } from './faults.ts';
export {
  clusterMetadata,
  keptAnnotations,
  type LabelOptions,
  type Marks,
  type Metadata,
  metadataOf,
  namespacesByName,
  recommendedLabels,
  restricted,
} from './marks.ts';
export { mergedProps } from './merge.ts';
export { type OperatorPlan, planOperator } from './operator.ts';
export { type PermissionsPlan, planPermissions } from './permissions.ts';
export { type PetStorePlan, petStorePort, planPetStore } from './pet-store.ts';
export {
  containerResources,
  imageReference,
  operatorVolumeMounts,
  operatorVolumes,
  restrictedContainer,
  restrictedPod,
  volumeGroup,
} from './pods.ts';
export { mergeRules } from './rules.ts';
export { deployed, formatPattern } from './settings.ts';
export {
  authoritiesOf,
  configurationName,
  type ConversionStanza,
  conversionStanza,
  convertedApis,
  injectionOf,
  planWebhooks,
  webhooksName,
  type WebhooksPlan,
} from './webhooks.ts';
export { areServed } from './workload.ts';
