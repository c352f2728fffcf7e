import { fault, isRecord, list, object, oneOf, record, type Shape, text, value } from '../../shape/index.ts';

const pointer = text('a JSON Pointer such as /spec/replicas ("/" in a key is ~1, "~" is ~0)', /^(\/([^~/]|~[01])*)+$/);

const json = value('a value of JSON', {}, isJson);

/** By `op`, as each has other fields. */
const operations: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(
    ['add', 'replace', 'test'].map((op) => [op, object({ op: oneOf(op), path: pointer, value: json })]),
  ),
  remove: object({ op: oneOf('remove'), path: pointer }),
  ...Object.fromEntries(['copy', 'move'].map((op) => [op, object({ op: oneOf(op), from: pointer, path: pointer })])),
};

const operation: Shape = {
  schema: { anyOf: Object.values(operations).map(({ schema }) => schema) },
  faults(value, at) {
    if (!isRecord(value))
      return [fault(at, 'an operation such as {"op":"add","path":"/spec/paused","value":true}', value)];
    const { op } = value;
    const shape = typeof op === 'string' && Object.hasOwn(operations, op) ? operations[op] : undefined;
    return shape?.faults(value, at) ?? oneOf(...Object.keys(operations)).faults(op, `${at}.op`);
  },
};

const mergePatch = record(json);
const jsonPatch = list(operation, { minimum: 1 });

const patch: Shape = {
  schema: { anyOf: [mergePatch.schema, jsonPatch.schema] },
  faults(value, at) {
    if (Array.isArray(value)) return jsonPatch.faults(value, at);
    if (isRecord(value)) return mergePatch.faults(value, at);
    return [fault(at, 'an object to merge, or a list of operations', value)];
  },
};

/** As `ObjectPatch` says. */
export const patchesShape = list(object({ kind: text(), patch }, { name: text() }));

function isJson(value: unknown): boolean {
  if (value === null || value === undefined) return value === null;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (Array.isArray(value)) return value.every(isJson);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null;
  return isPlain && Object.values(value).every((each) => each === undefined || isJson(each));
}
