import { describe, expect, it } from 'vitest';

import { applyPatch, PatchError, type PatchOperation, appendPointer, getAtPointer } from './index.ts';

const document = { labels: { 'a/b': '1', 'c~d': '2' }, list: [{ port: 1 }, { port: 2 }], nothing: null };

const patchDocument = (...operations: readonly PatchOperation[]): unknown => applyPatch(document, operations);

describe('a JSON pointer', () => {
  it('names any member and resolves to it', () => {
    for (const name of ['a/b', 'c~d', '~1']) {
      expect(getAtPointer({ [name]: [7] }, appendPointer(appendPointer('', name), '0'))).toBe(7);
    }
    expect(getAtPointer(document, '')).toBe(document);
  });

  it('does not resolve to inherited members of objects and lists', () => {
    for (const pointer of ['/constructor', '/list/length', '/list/-', '/list/01', '/labels/a~1b/0', '/x/y']) {
      expect(getAtPointer(document, pointer)).toBeUndefined();
    }
  });
});

describe('applyPatch', () => {
  it('applies operations in order and leaves the document unchanged', () => {
    const before = structuredClone(document);
    const after = patchDocument(
      { op: 'add', path: '/list/0', value: { port: 0 } },
      { op: 'add', path: '/list/-', value: { port: 3 } },
      { op: 'replace', path: '/list/1/port', value: 7 },
      { op: 'remove', path: '/labels/a~1b' },
      { op: 'copy', from: '/labels/c~0d', path: '/labels/e' },
      { op: 'move', from: '/list/0', path: '/first' },
      { op: 'test', path: '/first', value: { port: 0 } },
      { op: 'add', path: '/__proto__', value: 1 },
    );
    expect(after).toEqual({
      ...{ labels: { 'c~d': '2', e: '2' }, list: [{ port: 7 }, { port: 2 }, { port: 3 }], nothing: null },
      ...{ first: { port: 0 }, ['__proto__']: 1 },
    });
    expect(document).toEqual(before);
  });

  const failures: readonly (readonly [PatchOperation, string])[] = [
    [{ op: 'test', path: '/list/0/port', value: 2 }, 'cannot test /list/0/port: the value differs'],
    [{ op: 'test', path: '/absent', value: null }, 'cannot test /absent: it does not exist'],
    [{ op: 'replace', path: '/absent', value: 1 }, 'cannot replace /absent: it does not exist'],
    [{ op: 'replace', path: '/list/2', value: 1 }, 'cannot replace /list/2: it does not exist'],
    [{ op: 'remove', path: '/constructor' }, 'cannot remove /constructor: it does not exist'],
    [{ op: 'move', from: '/list/-', path: '/a' }, 'cannot move /list/-: it does not exist'],
    [{ op: 'copy', from: '', path: '/a' }, 'cannot copy : it does not exist'],
    [{ op: 'add', path: '/a/b/c', value: 1 }, 'cannot add /a/b/c: add /a/b first'],
    [{ op: 'add', path: '/list/3', value: 1 }, 'cannot add /list/3: the list has 2 items; use - to append one'],
  ];

  it.each(failures)('rejects %j', (operation, message) => {
    expect(() => patchDocument(operation)).toThrow(new PatchError(message));
  });

  it.each([null, {}, { op: 'grow', path: '/a' }, { op: 'copy', path: '/a' }, { op: 'remove' }])(
    'rejects %j, which is not an operation',
    (given) => {
      expect(() => patchDocument(given as PatchOperation)).toThrow(
        new PatchError(`not a JSON Patch operation: ${JSON.stringify(given)}`),
      );
    },
  );

  it('is as lenient as the API server on request', () => {
    const operations = [
      { op: 'test', path: '/absent', value: null },
      { op: 'replace', path: '/absent', value: 1 },
    ] as const;
    expect(applyPatch(document, operations, { lenient: true })).toEqual({ ...document, absent: 1 });
    for (const failing of [
      { op: 'replace', path: '/list/2', value: 1 },
      { op: 'test', path: '/absent/absent', value: null },
    ] as const) {
      expect(() => applyPatch(document, [failing], { lenient: true })).toThrow(PatchError);
    }
  });
});
