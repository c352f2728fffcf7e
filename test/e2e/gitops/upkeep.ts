import { expect } from 'vitest';

import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { formatAddress } from './cluster-objects.ts';

/** Fields that the operator itself writes at run time, by the kind of the object. */
const fields: Readonly<Record<string, readonly string[]>> = {
  Secret: ['data'],
  ValidatingWebhookConfiguration: ['webhooks', '0', 'clientConfig', 'caBundle'],
  CustomResourceDefinition: ['spec', 'conversion', 'webhook', 'clientConfig', 'caBundle'],
};

/** Expects that the operator has written these fields, and that the GitOps tool owns none of them. */
export function expectUpkeep(objects: readonly KubeObject[], tool: string, least = 2): void {
  const written = objects.filter((object) => getValueAt(object, fields[object.kind] ?? []) !== undefined);
  expect(written.length).toBeGreaterThanOrEqual(least);
  for (const object of written) {
    const own = object.metadata.managedFields?.find(({ manager }) => manager === tool);
    expect(own, formatAddress(object)).toBeDefined();
    expect(JSON.stringify(own), formatAddress(object)).not.toMatch(/"f:(caBundle|data)"/);
  }
}

function getValueAt(object: KubeObject, path: readonly string[]): unknown {
  if (path.length === 0) return undefined;
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], object);
}
