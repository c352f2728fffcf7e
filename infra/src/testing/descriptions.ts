import type { JsonSchema } from '../options/index.ts';

type Description = readonly [path: string, description: unknown];

/**
 * The descriptions in a JSON Schema, by path of the field, such as `pod.tolerations[].key`; `undefined` without one.
 */
export function listDescriptions(schema: JsonSchema, path = ''): ReadonlyMap<string, unknown> {
  const { properties = {}, items, anyOf = [] } = schema;
  const ofProperty = ([key, property]: readonly [string, JsonSchema]): readonly Description[] => {
    const at = path === '' ? key : `${path}.${key}`;
    return [[at, property['description']], ...listDescriptions(property, at)];
  };
  return new Map([
    ...Object.entries(properties as Readonly<Record<string, JsonSchema>>).flatMap(ofProperty),
    ...(items === undefined ? [] : listDescriptions(items as JsonSchema, `${path}[]`)),
    ...(anyOf as readonly JsonSchema[]).flatMap((each) => [...listDescriptions(each, path)]),
  ]);
}
