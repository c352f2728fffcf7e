import { type JsonSchema, linkKubernetesType } from '../base/index.ts';
import type {
  Affinity,
  EnvVar,
  LabelSelector,
  LocalObjectReference,
  PodTemplateSpec,
  ResourceRequirements,
  Toleration,
} from '../kinds/index.ts';
import { buildSchemas, release } from '../kinds/generated/schemas.ts';
import { quantityPattern } from './values.ts';

/**
 * A type without `null`: the API server drops nulls from custom resources, even where it stores them in built-in kinds.
 */
type WithoutNull<T> = T extends readonly (infer I)[]
  ? readonly WithoutNull<I>[]
  : T extends object
    ? { readonly [K in keyof T]: WithoutNull<Exclude<T[K], null>> }
    : T;

/** The types of Kubernetes for which `t` has a builder. */
export interface KubernetesTypes {
  readonly Affinity: Affinity;
  readonly EnvVar: EnvVar;
  readonly LabelSelector: LabelSelector;
  readonly LocalObjectReference: LocalObjectReference;
  readonly PodTemplateSpec: WithoutNull<PodTemplateSpec>;
  readonly ResourceRequirements: ResourceRequirements;
  readonly Toleration: Toleration;
}

/**
 * The structural schema of a type, as the pinned version of Kubernetes has it, without descriptions: `externalDocs`
 * names the type, and links to its reference. Equal parts are the same object in memory.
 */
export function buildKubernetesSchema(type: keyof KubernetesTypes): JsonSchema {
  return { ...resolve(type), externalDocs: linkKubernetesType(type, release) };
}

const resolved = new Map<string, JsonSchema>([
  ['IntOrString', { 'x-kubernetes-int-or-string': true }],
  ['Quantity', { 'x-kubernetes-int-or-string': true, pattern: quantityPattern }],
]);

let schemas: ReturnType<typeof buildSchemas> | undefined;

function resolve(name: string): JsonSchema {
  const known = resolved.get(name);
  if (known !== undefined) return known;
  schemas ??= buildSchemas();
  const schema = expand(schemas[name] ?? {});
  resolved.set(name, schema);
  return schema;
}

type Reference = ReturnType<typeof buildSchemas>[string];

function expand({ $ref, items, additionalProperties, properties, ...rest }: Reference): JsonSchema {
  if ($ref !== undefined) return Object.keys(rest).length === 0 ? resolve($ref) : { ...resolve($ref), ...rest };
  const named = Object.entries(properties ?? {}).map(([name, property]) => [name, expand(property)] as const);
  return {
    ...rest,
    ...(items && { items: expand(items) }),
    ...(additionalProperties && { additionalProperties: expand(additionalProperties) }),
    ...(properties && { properties: Object.fromEntries(named) }),
  };
}
