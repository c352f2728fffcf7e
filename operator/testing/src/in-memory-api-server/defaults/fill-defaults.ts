import { isRecord } from '@kubewright/declaration';

import type { JsonObject } from '../json.ts';
import { kindDefaults, podSpecDefaults } from './builtin-defaults.ts';
import { type ComputeDefault, computedDefaults, computedPodDefaults } from './computed-defaults.ts';

/** The path of a field, with `[]` for each item of a list, and its default or the function that computes it. */
type Default = readonly [path: string, value: unknown];

const inTemplate = 'spec.template.spec';

const podSpecs: Readonly<Record<string, string>> = {
  'CronJob.batch': `spec.jobTemplate.${inTemplate}`,
  'DaemonSet.apps': inTemplate,
  'Deployment.apps': inTemplate,
  'Job.batch': inTemplate,
  Pod: 'spec',
  'ReplicaSet.apps': inTemplate,
  'StatefulSet.apps': inTemplate,
};

const byKind = new Map<string, readonly Default[]>();

/**
 * Fills in the defaults of a built-in kind. Does not create missing objects and lists.
 * @param kind as `formatKind` formats it: `Deployment.apps`
 */
export function fillBuiltinDefaults(kind: string, object: JsonObject): JsonObject {
  const defaults = byKind.get(kind) ?? listDefaults(kind);
  byKind.set(kind, defaults);
  return defaults.reduce((filled, [path, value]) => fill(filled, path.split('.'), value), object);
}

function listDefaults(kind: string): readonly Default[] {
  const place = podSpecs[kind];
  const ofPod = place === undefined ? [] : [...Object.entries(computedPodDefaults), ...Object.entries(podSpecDefaults)];
  return [
    ...Object.entries<unknown>(computedDefaults[kind] ?? {}),
    ...Object.entries<unknown>(kindDefaults[kind] ?? {}),
    ...ofPod.map(([path, value]): Default => [`${place ?? ''}.${path}`, value]),
  ];
}

function fill(object: JsonObject, [step = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const name = step.replace(/\[\]$/, '');
  const member = object[name];
  if (step !== name) {
    if (!Array.isArray(member)) return object;
    return { ...object, [name]: member.map((item: unknown) => (isRecord(item) ? fill(item, rest, value) : item)) };
  }
  if (rest.length > 0) return isRecord(member) ? { ...object, [name]: fill(member, rest, value) } : object;
  if (member !== undefined && member !== null) return object;
  const found: unknown = typeof value === 'function' ? (value as ComputeDefault)(object) : value;
  return found === undefined ? object : { ...object, [name]: found };
}
