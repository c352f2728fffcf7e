/**
 * Computes all names, labels, ports and rules of an installation from a declaration and options. Pure, except that it
 * collects errors.
 *
 * - `operator.ts` computes the whole plan of an installation, from its merged options (`merge.ts`). Its parts come
 *   from `declaration.ts` (controllers and namespaces), `workload.ts` (Pods, ports, metrics), `pods.ts` (image,
 *   resources, volumes), `settings.ts` and `variables.ts`, and `webhooks.ts`.
 * - `permissions.ts` plans roles (`rules.ts` merges rules), `alerts.ts` the alerts (`alert-plans.ts`), `pet-store.ts`
 *   a store.
 * - `metadata.ts` builds the labels and annotations of all objects, `option-errors.ts` collects errors.
 *
 * @module
 */
export { buildMemcachedRules, buildOperatorRules, buildScrapedSeries, hasMemcached } from './alerts.ts';
export { chooseControllers, getCrd, resolveDeclaration } from './declaration.ts';
export { OptionErrors, OptionError } from './option-errors.ts';
export {
  buildClusterMetadata,
  retainedAnnotations,
  type CommonMetadata,
  buildMetadata,
  selectNamespaces,
  buildRecommendedLabels,
  restricted,
} from './metadata.ts';
export { mergeProps } from './merge.ts';
export { type OperatorPlan, planOperator } from './operator.ts';
export { type PermissionsPlan, planPermissions } from './permissions.ts';
export { type PetStorePlan, petStorePort, planPetStore } from './pet-store.ts';
export {
  buildResources,
  formatImageReference,
  buildVolumeMounts,
  buildVolumes,
  restrictedContainer,
  restrictedPod,
  volumeGroup,
} from './pods.ts';
export { mergeRules } from './rules.ts';
export { deployed, getFormatPattern, listSettable } from './settings.ts';
export {
  buildCaBundle,
  formatConfigurationName,
  type ConversionStanza,
  buildConversionStanza,
  listConvertedApis,
  buildCaInjection,
  planWebhooks,
  type WebhooksPlan,
} from './webhooks.ts';
export { areMetricsServed } from './workload.ts';
