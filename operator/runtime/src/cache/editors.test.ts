import { describe, expect, it } from 'vitest';

import type { KubeObject } from '../base/index.ts';
import { buildEditor, parseEditor } from './editors.ts';
import { createTrim, findOwnFields, listEdits } from './own-fields.ts';

const uid = '0b0f5f2c-6c26-4a3f-9d7e-0d1a9a0a7f11';
const other = '1b0f5f2c-6c26-4a3f-9d7e-0d1a9a0a7f11';

describe('the field manager of an owner', () => {
  it('is that of the controller with the uid', () => {
    expect(buildEditor('operator/node-taint', uid)).toBe(`operator/node-taint/${uid}`);
    expect(parseEditor(`operator/node-taint/${uid}`)).toEqual({ prefix: 'operator/node-taint', uid });
    expect(parseEditor('kubectl')).toBeUndefined();
  });

  it('has at most 128 characters, and differs between controllers whose names only differ at the end', () => {
    const [one, two] = ['a', 'b'].map((end) => buildEditor(`${'o'.repeat(63)}/${'c'.repeat(62)}${end}`, uid));
    expect(one).toHaveLength(128);
    expect(two).toHaveLength(128);
    expect(one).not.toBe(two);
    expect(one?.endsWith(uid)).toBe(true);
  });
});

describe('edits of an object', () => {
  const entry = (manager: string, operation = 'Apply', subresource?: string) => ({
    ...{ manager, operation, apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } },
    ...(subresource !== undefined && { subresource }),
  });
  const node: KubeObject = {
    ...{ apiVersion: 'v1', kind: 'Node' },
    metadata: {
      ...{ name: 'one', uid: 'node', resourceVersion: '7', creationTimestamp: '2026-01-01T00:00:00Z' },
      managedFields: [
        ...[entry(buildEditor('operator/a', uid)), entry(buildEditor('operator/a', other))],
        ...[entry(buildEditor('operator/b', uid)), entry('kubectl'), entry('operator/a')],
        ...[entry(buildEditor('operator/a', 'x'), 'Update'), entry(buildEditor('operator/a', 'y'), 'Apply', 'status')],
      ],
    },
  };

  it.each([
    ['cached', createTrim(['operator/a'])(node)],
    ['as the server sends it', node],
  ])('are listed by owner, also of an object %s', (_, object) => {
    const fields = JSON.stringify({ 'f:spec': {} });
    expect([...listEdits(object, 'operator/a')]).toEqual([
      [uid, fields],
      [other, fields],
    ]);
    expect(findOwnFields(object, buildEditor('operator/a', uid))?.fields).toEqual({ 'f:spec': {} });
  });

  it('of other controllers are not remembered', () => {
    expect([...listEdits(createTrim(['operator/a'])(node), 'operator/b')]).toEqual([]);
  });
});
