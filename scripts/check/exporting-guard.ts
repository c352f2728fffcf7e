/**
 * Exports of an author who declares webhooks. The test appends this module to `exporting-author.ts`.
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
  type Fault,
  type Requester,
  type Submitted,
  type Trial,
} from '@kubewright/runtime';
import { Namespace, ResourceQuota } from '@kubewright/runtime/kinds';
import { reviewWebhook } from '@kubewright/testing';

// What is wrong with an object
export const faults = [invalid('spec.port', 7, 'must be even'), required('spec.text', 'name it')];
export const moreFaults = [forbidden('spec.a', 'it stays'), duplicate('spec.b[1]', 'a'), notFound('spec.c', 'a')];
export const unsupported = notSupported('spec.d', 'medium', ['small', 'large']);

// The functions of webhooks
export const completed = (submitted: Submitted<ResourceQuota>) => ({ ...submitted, spec: { hard: { pods: '9' } } });
export const tried = (namespaces: Trial<Namespace>) => namespaces.faults({ metadata: { name: 'a' } });
export const isAdministrator = ({ groups }: Requester) => groups.includes('system:masters');
export const refusedTo = ({ requester, warn }: AdmissionContext<Namespace>): readonly Fault[] => {
  warn('it is being looked at');
  return isAdministrator(requester) ? [] : moreFaults;
};

// Webhooks
export const guard = defineWebhook(ResourceQuota, {
  tries: { namespaces: Namespace },
  settings: { most: { type: 'integer', default: 9, description: 'How many Pods at most.' } },
  mutate: completed,
  validate: (quota, { namespaces, settings: { most }, old }) =>
    old === undefined && quota.spec.hard?.['pods'] !== String(most) ? tried(namespaces) : faults,
  validateDelete: () => [unsupported],
});
export const { kind: guardedKind, tries: guardTries, mutate, validate, validateDelete } = guard;
export const guardOfNamespaces = defineWebhook(Namespace, {
  name: 'homes',
  validate: (_, context) => refusedTo(context),
});
export const webhooks = [guard, guardOfNamespaces];
export const asked = (name: string) =>
  reviewWebhook(guard, { object: { metadata: { name } }, trials: { namespaces: () => faults } });
export const reviewedFaults = async () => (await asked('a')).faults;
