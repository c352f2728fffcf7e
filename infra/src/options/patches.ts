import { z } from 'zod';

import {
  either,
  group,
  isPlainRecord,
  list,
  map,
  needed,
  object,
  option,
  oneOf,
  text,
  withType,
  value,
} from './schema.ts';

const pointer = text('a JSON Pointer such as /spec/replicas ("/" in a key is ~1, "~" is ~0)', /^(\/([^~/]|~[01])*)+$/);

const json = withType(value('a JSON value', { json: {} }, isJson), 'unknown');

const withValue = oneOf('add', 'replace', 'test');
const withFrom = oneOf('copy', 'move');

const operation = withType(
  z.discriminatedUnion(
    'op',
    [
      object({ op: withValue, path: pointer, value: json }),
      object({ op: z.literal('remove'), path: pointer }),
      object({ op: withFrom, from: pointer, path: pointer }),
    ] as unknown as [z.ZodObject<{ op: z.ZodLiteral<string> }>],
    {
      error: (issue) =>
        'discriminator' in issue
          ? 'one of "add", "replace", "test", "remove", "copy", "move"'
          : 'an operation such as {"op":"add","path":"/spec/paused","value":true}',
    },
  ),
  'PatchOperation',
  '@kubewright/declaration',
);

const mergePatch = withType(map(json), 'Readonly<Record<string, unknown>>');

export const objectPatch = group(
  'ObjectPatch',
  `A patch of the created objects, for fields without an option.

It cannot change \`apiVersion\`, \`kind\`, \`metadata.name\` or \`metadata.namespace\`. Only the API server validates the result.`,
  {
    kind: needed(text(), 'The kind of the objects, such as `Deployment`.'),
    name: option(text(), 'The name of the object.', '- every object of the kind'),
    patch: needed(
      either('an object to merge, or a list of operations', mergePatch, list(operation, { minimum: 1 })),
      `A merge patch (RFC 7386) with the fields to change: \`null\` removes a field, and a list replaces the whole list. Or a list of operations (RFC 6902), which can also change one item of a list.

@see https://www.rfc-editor.org/rfc/rfc7386
@see https://www.rfc-editor.org/rfc/rfc6902`,
    ),
  },
);

function isJson(given: unknown): boolean {
  if (given === null || given === undefined) return given === null;
  if (typeof given === 'number') return Number.isFinite(given);
  if (typeof given !== 'object') return typeof given === 'string' || typeof given === 'boolean';
  if (Array.isArray(given)) return given.every(isJson);
  return isPlainRecord(given) && Object.values(given).every((each) => each === undefined || isJson(each));
}
