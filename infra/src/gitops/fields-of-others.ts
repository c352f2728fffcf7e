import { memberOf } from '../objects/index.ts';
import type { ManifestObject } from './unit.ts';

/** Fields of one object that Argo CD does not compare. */
export interface IgnoredDifference {
  readonly group?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
}

/**
 * Pure: the fields that manifests leave out, because somebody else writes them at run time: `caBundle` of webhooks and
 * of conversions, by the operator or by cert-manager, and `data` of a Secret. A field that a manifest has is compared.
 */
export function fieldsOfOthers(objects: readonly ManifestObject[]): readonly IgnoredDifference[] {
  return objects.flatMap((object) => {
    const found = memberOf(rules, object.kind)?.(object);
    if (found === undefined) return [];
    const { kind, metadata, apiVersion } = object;
    const { name, namespace } = metadata;
    const group = apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : undefined;
    return [
      { ...(group !== undefined && { group }), kind, name, ...(namespace !== undefined && { namespace }), ...found },
    ];
  });
}

type Fields = Pick<IgnoredDifference, 'jsonPointers' | 'jqPathExpressions'>;

const rules: Readonly<Record<string, (object: ManifestObject) => Fields | undefined>> = {
  MutatingWebhookConfiguration: webhooks,
  ValidatingWebhookConfiguration: webhooks,
  CustomResourceDefinition: conversion,
  Secret: data,
};

interface ClientConfig {
  readonly caBundle?: string;
}

function webhooks(object: ManifestObject): Fields | undefined {
  const { webhooks: all = [] } = object as {
    readonly webhooks?: readonly { readonly name: string; readonly clientConfig?: ClientConfig }[];
  };
  const open = all.filter(({ clientConfig }) => clientConfig?.caBundle === undefined);
  if (open.length === 0) return undefined;
  const paths = open.map(
    ({ name }) => `.webhooks[]? | select(.name == ${JSON.stringify(name)}) | .clientConfig.caBundle`,
  );
  return { jqPathExpressions: paths };
}

function conversion(object: ManifestObject): Fields | undefined {
  const { spec } = object as {
    readonly spec?: {
      readonly conversion?: { readonly strategy?: string; readonly webhook?: { readonly clientConfig?: ClientConfig } };
    };
  };
  const { strategy, webhook } = spec?.conversion ?? {};
  if (strategy !== 'Webhook' || webhook?.clientConfig?.caBundle !== undefined) return undefined;
  return { jsonPointers: ['/spec/conversion/webhook/clientConfig/caBundle'] };
}

function data(object: ManifestObject): Fields | undefined {
  return 'data' in object || 'stringData' in object ? undefined : { jsonPointers: ['/data'] };
}
