import type { Api, JsonSchema } from '../api/index.ts';
import { equalJson } from '../reconcile/compare/index.ts';

/** What the runtime writes into the status of every API. */
const ofRuntime = ['conditions', 'observedGeneration'] as const;

/** Those fields of the status that the runtime writes, and that have the same schema in both versions. */
export function sharedStatus(one: Api, other: Api): readonly string[] {
  return ofRuntime.filter((name) => equalJson(statusField(one, name), statusField(other, name)));
}

function statusField({ crd }: Api, name: string): JsonSchema | undefined {
  return crd.spec.versions[0]?.schema.openAPIV3Schema.properties?.['status']?.properties?.[name];
}
