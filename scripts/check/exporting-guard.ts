/**
 * Exports of an author who declares webhooks. `exported-types.test.ts` appends this module to `exporting-author.ts`.
 *
 * @module
 */
import {
  defineWebhook,
  duplicate,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
  type AdmissionContext,
  type FieldError,
  type UserInfo,
  type SubmittedObject,
  type DryRun,
} from '@kubewright/runtime';
import { Namespace, ResourceQuota } from '@kubewright/runtime/kinds';
import { reviewWebhook } from '@kubewright/testing';

// Field errors
export const invalidFields = [invalid('spec.port', 7, 'must be even'), required('spec.text', 'name it')];
export const moreFaults = [forbidden('spec.a', 'it stays'), duplicate('spec.b[1]', 'a'), notFound('spec.c', 'a')];
export const unsupported = notSupported('spec.d', 'medium', ['small', 'large']);

// Webhook handlers
export const completeQuota = (submitted: SubmittedObject<ResourceQuota>) => ({
  ...submitted,
  spec: { hard: { pods: '9' } },
});
export const listDryRunErrors = (namespaces: DryRun<Namespace>) => namespaces.check({ metadata: { name: 'a' } });
export const isAdministrator = ({ groups }: UserInfo) => groups.includes('system:masters');
export const listRejections = ({ userInfo, warn }: AdmissionContext<Namespace>): readonly FieldError[] => {
  warn('it is being looked at');
  return isAdministrator(userInfo) ? [] : moreFaults;
};

// Webhooks
export const guard = defineWebhook(ResourceQuota, {
  dryRuns: { namespaces: Namespace },
  settings: { most: { type: 'integer', default: 9, description: 'How many Pods at most.' } },
  mutate: completeQuota,
  validate: (quota, { namespaces, settings: { most }, oldObject }) =>
    oldObject === undefined && quota.spec.hard?.['pods'] !== String(most)
      ? listDryRunErrors(namespaces)
      : invalidFields,
  validateDelete: () => [unsupported],
});
export const { kind: guardedKind, dryRuns: guardTries, mutate, validate, validateDelete } = guard;
export const guardOfNamespaces = defineWebhook(Namespace, {
  name: 'homes',
  validate: (_, context) => listRejections(context),
});
export const webhooks = [guard, guardOfNamespaces];
export const askWebhook = (name: string) =>
  reviewWebhook(guard, { object: { metadata: { name } }, dryRuns: { namespaces: () => invalidFields } });
export const listReviewErrors = async () => (await askWebhook('a')).errors;
export const readReviewedPods = async () => (await askWebhook('a')).object?.spec.hard?.['pods'];
