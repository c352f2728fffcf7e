import assert from 'node:assert/strict';

import type { ApiError } from '@kubewright/runtime/internal/client';

import { type ContractCase, buildGadget, gadgets, toKey, expectRejection } from './contract.ts';

/** The value in the cause that reports that CEL rules were not evaluated. */
const unchecked = '<nil>';

/** Invalid specs, with the fields and the message of the expected error. */
const wrong: readonly (readonly [spec: object, fields: readonly string[], message: string])[] = [
  [{ name: 5 }, ['spec.name', unchecked], 'spec.name in body must be of type string: "integer"'],
  [{ size: 'x' }, ['spec.size', unchecked], 'spec.size in body must be of type integer: "string"'],
  [{ size: 1.5 }, ['spec.size', unchecked, unchecked], 'spec.size in body must be of type integer: "number"'],
  [{ name: undefined }, ['spec.name', unchecked], 'spec.name: Required value'],
  [{ name: null }, ['spec.name', unchecked], 'spec.name: Required value'],
  [{ size: -1 }, ['spec.size'], 'spec.size: Invalid value: -1: spec.size in body should be greater than or equal to 0'],
  [{ size: 11 }, ['spec.size'], 'spec.size in body should be less than or equal to 10'],
  [{ share: 0 }, ['spec.share'], 'spec.share in body should be greater than 0'],
  [{ share: 3 }, ['spec.share'], 'spec.share in body should be a multiple of 2'],
  [{ name: '' }, ['spec.name'], 'spec.name in body should be at least 1 chars long'],
  [{ name: 'abcdef' }, ['spec.name', unchecked], 'spec.name: Too long: may not be more than 5 bytes'],
  [{ name: 'A' }, ['spec.name'], "spec.name in body should match '^[a-z]*$'"],
  [
    { color: 'blue' },
    ['spec.color', unchecked],
    'spec.color: Unsupported value: "blue": supported values: "red", "green"',
  ],
  [{ tags: ['x', 'x'] }, ['spec.tags[1]'], 'spec.tags[1]: Duplicate value: "x"'],
  [{ tags: ['a', 'b', 'c', 'd'] }, ['spec.tags', unchecked], 'spec.tags: Too many: 4: must have at most 3 items'],
  [{ tags: [] }, ['spec.tags'], 'spec.tags in body should have at least 1 items'],
  [{ parts: [{ id: 'p' }, { id: 'p' }] }, ['spec.parts[1]'], 'spec.parts[1]: Duplicate value: {"id":"p"}'],
  [{ parts: [{ count: 1 }] }, ['spec.parts[0].id', unchecked], 'spec.parts[0].id: Required value'],
  [{ parts: {} }, ['spec.parts', unchecked], 'spec.parts in body must be of type array: "object"'],
  [{ notes: { x: 5 } }, ['spec.notes.x', unchecked], 'spec.notes.x in body must be of type string: "integer"'],
  [{ inner: 5 }, ['spec.inner', unchecked], 'spec.inner in body must be of type object: "integer"'],
  [{ limit: true }, ['spec.limit', unchecked], 'spec.limit in body must be of type integer,string: "boolean"'],
  [{ since: 'now' }, ['spec.since', unchecked], 'spec.since in body must be of type date-time: "now"'],
  [{ size: 11, name: 'A' }, ['spec.name', 'spec.size'], 'spec.size in body should be less than or equal to 10'],
  // The API server checks the field that the scale subresource uses in any case, and reports it once.
  [{ copies: -1 }, ['.spec.copies'], '.spec.copies: Invalid value: -1: should be a non-negative integer'],
  [{ copies: 2 ** 31 }, ['.spec.copies'], 'should be less than or equal to 2147483647'],
  [
    { copies: 'x' },
    ['spec.copies', unchecked, '.spec.copies'],
    '.spec.copies accessor error: x is of the type string, expected int64',
  ],
  [
    { copies: 1.5 },
    ['spec.copies', unchecked, unchecked, '.spec.copies'],
    '.spec.copies accessor error: 1.5 is of the type float64, expected int64',
  ],
];

/**
 * Lists the fields of an error's causes without duplicates: Kubernetes 1.34 reports that rules were not evaluated once,
 * later versions twice.
 */
function listFields({ causes }: ApiError): readonly (string | undefined)[] {
  return [...new Set(causes.map(({ field }) => field))].sort();
}

/** Contract cases of schemas in CRDs. */
export const schemaCases: readonly ContractCase[] = [
  {
    title: 'defaults are filled in if their parent exists, and unknown fields are dropped',
    async run(server) {
      const spec = { inner: {}, parts: [{ id: 'p' }], size: null, unknown: 1 };
      const made = await gadgets(server).create(buildGadget(server, 'a', { spec, other: 1 }));
      assert.deepEqual(made.spec, { name: 'abc', size: 1, inner: { depth: 7 }, parts: [{ id: 'p', count: 3 }] });
      assert.equal('other' in made, false);
    },
  },
  {
    title: 'a spec that its schema rejects is 422, with a cause for each field',
    async run(server) {
      for (const [index, [spec, fields, message]] of wrong.entries()) {
        const asked = gadgets(server).create(buildGadget(server, `x${String(index)}`, { spec }));
        const error = await expectRejection(asked, { status: 422, reason: 'Invalid' });
        assert.deepEqual(listFields(error), [...new Set(fields)].sort());
        assert.ok(error.serverMessage.includes(message), error.serverMessage);
      }
    },
  },
  {
    title: 'the message of a rejection begins with kind and name, and lists problems in brackets',
    async run(server) {
      const one = await expectRejection(gadgets(server).create(buildGadget(server, 'x', { spec: { size: 11 } })), {
        status: 422,
      });
      const problem = 'spec.size: Invalid value: 11: spec.size in body should be less than or equal to 10';
      assert.equal(one.serverMessage, `Gadget.contract.kubewright.dev "x" is invalid: ${problem}`);
      const two = gadgets(server).create(buildGadget(server, 'x', { spec: { size: 11, name: 'A' } }));
      await expectRejection(two, {
        status: 422,
        message: /^Gadget\.contract\.kubewright\.dev "x" is invalid: \[spec\..*, spec\..*\]$/,
      });
    },
  },
  {
    title: 'an object without a spec is rejected on creation',
    async run(server) {
      const { spec: _spec, ...sent } = buildGadget(server, 'a');
      const asked = gadgets(server).create(sent);
      const message = 'Gadget.contract.kubewright.dev "a" is invalid: spec: Required value: spec is required';
      await expectRejection(asked, { status: 422, message, fields: ['spec'] });
    },
  },
  {
    title: 'a change that the schema rejects does not change the object',
    async run(server) {
      const made = await gadgets(server).create(buildGadget(server, 'a'));
      await expectRejection(gadgets(server).mergePatch(toKey(server, 'a'), { spec: { size: 11 } }), { status: 422 });
      assert.deepEqual(await gadgets(server).get(toKey(server, 'a')), made);
    },
  },
];
