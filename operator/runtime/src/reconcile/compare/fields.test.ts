import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { someFields } from '../../../fixtures/applied-objects.ts';
import type { FieldSet } from '../../base/index.ts';
import { isCoveringExactly, findItemIndex, pickOwned } from './fields.ts';

/** The `fieldsV1` with which kube-apiserver 1.36 answers an apply of `deployment`. */
const ofDeployment = {
  'f:replicas': {},
  'f:selector': {},
  'f:template': {
    'f:metadata': { 'f:labels': { 'f:app': {} } },
    'f:spec': {
      'f:containers': {
        'k:{"name":"webserver"}': {
          '.': {},
          'f:command': {},
          'f:env': {
            'k:{"name":"A"}': { '.': {}, 'f:name': {}, 'f:value': {} },
            'k:{"name":"B"}': { '.': {}, 'f:name': {}, 'f:value': {} },
          },
          'f:image': {},
          'f:name': {},
          'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
          'f:resources': { 'f:limits': { 'f:cpu': {} } },
          'f:volumeMounts': { 'k:{"mountPath":"/v"}': { '.': {}, 'f:mountPath': {}, 'f:name': {} } },
        },
      },
      'f:nodeSelector': {},
      'f:volumes': { 'k:{"name":"v"}': { '.': {}, 'f:emptyDir': {}, 'f:name': {} } },
    },
  },
} as const;
const container = {
  name: 'webserver',
  image: 'nginx',
  command: ['a', 'b'],
  env: [
    { name: 'A', value: '' },
    { name: 'B', value: 'x' },
  ],
  ports: [{ containerPort: 80 }],
  volumeMounts: [{ name: 'v', mountPath: '/v' }],
  resources: { limits: { cpu: 0.5 } },
};
const podSpec = {
  containers: [container],
  volumes: [{ name: 'v', emptyDir: {} }],
  initContainers: [],
  nodeSelector: {},
};
const deployment = {
  replicas: 1,
  selector: { matchLabels: { app: 'webserver' } },
  template: { metadata: { labels: { app: 'webserver' } }, spec: podSpec },
};

/** The `fieldsV1` in the response to an apply of `service`. */
const ofService = {
  'f:ports': {
    'k:{"port":53,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} },
    'k:{"port":53,"protocol":"UDP"}': { '.': {}, 'f:name': {}, 'f:port': {}, 'f:protocol': {} },
  },
  'f:externalIPs': {},
  'f:selector': {},
} as const;
const service = {
  selector: { app: 'webserver' },
  externalIPs: ['10.0.0.9'],
  ports: [
    { name: 'u', port: 53, protocol: 'UDP' },
    { name: 't', port: 53 },
  ],
};

describe('isCoveringExactly', () => {
  it('holds for the response of the API server to an apply', () => {
    expect(isCoveringExactly(ofDeployment, deployment)).toBe(true);
    expect(isCoveringExactly(ofService, service)).toBe(true);
    expect(isCoveringExactly({ 'f:data': { 'f:a': {}, 'f:b': {} } }, { data: { a: '1', b: '2' } })).toBe(true);
  });

  it('fails once another manager has taken or removed one of our fields', () => {
    expect(isCoveringExactly({ 'f:data': { 'f:b': {} } }, { data: { a: '1', b: '2' } })).toBe(false);
    const { 'f:replicas': _replicas, ...withoutReplicas } = ofDeployment;
    expect(isCoveringExactly(withoutReplicas, deployment)).toBe(false);
    const { 'f:selector': _selector, ...withoutAtomic } = ofService;
    expect(isCoveringExactly(withoutAtomic, service)).toBe(false);
  });

  it('fails while we still own a field that is no longer desired', () => {
    const { replicas: _replicas, ...without } = deployment;
    expect(isCoveringExactly(ofDeployment, without)).toBe(false);
    expect(isCoveringExactly(ofService, { ...service, ports: service.ports.slice(1) })).toBe(false);
  });

  it('fails for another item in a list, even if as many are ours', () => {
    const other = { ...service, ports: [service.ports[0], { name: 't', port: 54 }] };
    expect(isCoveringExactly(ofService, other)).toBe(false);
  });

  it('matches items whose merge key the server has set', () => {
    const owned = { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } };
    expect(isCoveringExactly({ 'f:ports': owned }, { ports: [{ port: 80 }] })).toBe(true);
    expect(isCoveringExactly({ 'f:ports': owned }, { ports: [{ port: 80, protocol: 'UDP' }] })).toBe(false);
  });

  it('ignores an empty list that merges by item', () => {
    expect(isCoveringExactly({ 'f:a': {} }, { a: 1, items: [] })).toBe(true);
    expect(isCoveringExactly({ 'f:a': {}, 'f:items': {} }, { a: 1, items: [] })).toBe(true);
  });

  it('fails if another manager has set a field that we applied as null', () => {
    const desired = { command: ['a'], args: null };
    expect(isCoveringExactly({ 'f:command': {}, 'f:args': {} }, desired)).toBe(true);
    expect(isCoveringExactly({ 'f:command': {} }, desired)).toBe(false);
  });

  it('ignores an object that contains only such lists', () => {
    expect(isCoveringExactly({ 'f:a': {} }, { a: 1, inner: { items: [], deeper: { items: [] } } })).toBe(true);
    expect(isCoveringExactly({ 'f:a': {} }, { a: 1, inner: { items: [], deeper: {} } })).toBe(false);
  });

  it('fails for any desired field if we own none', () => {
    expect(isCoveringExactly({}, { a: 1 })).toBe(false);
    expect(isCoveringExactly({}, {})).toBe(true);
    expect(isCoveringExactly({}, { items: [] })).toBe(true);
  });

  it('counts an empty object as a field', () => {
    expect(isCoveringExactly({ 'f:emptyDir': {} }, { emptyDir: {} })).toBe(true);
    expect(isCoveringExactly({ 'f:a': {} }, { a: 1, emptyDir: {} })).toBe(false);
  });

  it('compares items of sets by their values', () => {
    const owned = { 'f:finalizers': { 'v:"a/b"': {}, 'v:"c"': {} } };
    expect(isCoveringExactly(owned, { finalizers: ['c', 'a/b'] })).toBe(true);
    expect(isCoveringExactly(owned, { finalizers: ['c'] })).toBe(false);
    expect(isCoveringExactly(owned, { finalizers: ['c', 'd'] })).toBe(false);
  });

  it('fails if we own an object but none of its fields', () => {
    expect(isCoveringExactly({ 'f:a': { '.': {} } }, { a: { b: 1 } })).toBe(false);
    expect(isCoveringExactly({ 'f:a': { '.': {} } }, { a: {} })).toBe(true);
    expect(isCoveringExactly({ 'f:a': { '.': {}, 'f:b': {} } }, { a: { b: 1 } })).toBe(true);
  });

  it('ignores absent values', () => {
    expect(isCoveringExactly({ 'f:a': {} }, { a: 1, b: undefined })).toBe(true);
    expect(isCoveringExactly({}, { a: undefined })).toBe(true);
    expect(isCoveringExactly({ 'f:a': { '.': {} } }, { a: { b: undefined } })).toBe(true);
  });

  it('fails for a scalar in place of an object', () => {
    expect(isCoveringExactly({ 'f:a': { 'f:b': {} } }, { a: 1 })).toBe(false);
  });

  it('holds for every object with exactly its own paths', () => {
    fc.assert(
      fc.property(someFields, ({ value, fields }) => {
        expect(isCoveringExactly(fields, value)).toBe(true);
      }),
    );
  });

  it('fails when any path is missing', () => {
    fc.assert(
      fc.property(someFields, fc.nat(), ({ value, fields }, which) => {
        const paths = listPaths(fields);
        const path = paths[which % paths.length] ?? [];
        expect(isCoveringExactly(removePath(fields, path), value)).toBe(false);
      }),
    );
  });

  it('fails when we own any further path', () => {
    fc.assert(
      fc.property(someFields, fc.nat(), ({ value, fields }, which) => {
        const paths = listPaths(fields);
        const path = paths[which % paths.length] ?? [];
        expect(isCoveringExactly(addSibling(fields, path), value)).toBe(false);
      }),
    );
  });
});

/** All paths to a leaf, as lists of entries. */
function listPaths(fields: FieldSet): string[][] {
  return Object.entries(fields).flatMap(([entry, node]) => {
    if (entry === '.') return [];
    const deeper = listPaths(node);
    return deeper.length === 0 ? [[entry]] : deeper.map((path) => [entry, ...path]);
  });
}

/** Removes a path. Like the API server, removes a node together with its last path. */
function removePath(fields: FieldSet, [entry = '', ...rest]: readonly string[]): FieldSet {
  const { [entry]: node = {}, ...others } = fields;
  const left = rest.length === 0 ? {} : removePath(node, rest);
  const isGone = Object.keys(left).every((each) => each === '.');
  return isGone ? others : { ...others, [entry]: left };
}

function addSibling(fields: FieldSet, [entry = '', ...rest]: readonly string[]): FieldSet {
  if (rest.length === 0) return { ...fields, 'f:added': {} };
  return { ...fields, [entry]: addSibling(fields[entry] ?? {}, rest) };
}

describe('findItemIndex', () => {
  it('finds an item by its keys', () => {
    const list = [{ name: 'a' }, { name: 'b', port: 1 }];
    expect(findItemIndex('k:{"name":"b"}', list)).toBe(1);
    expect(findItemIndex('k:{"name":"c"}', list)).toBe(-1);
  });

  it('prefers an item that has all the keys over one that leaves some to the server', () => {
    const ports = [{ port: 53 }, { port: 53, protocol: 'TCP' }];
    expect(findItemIndex('k:{"port":53,"protocol":"TCP"}', ports)).toBe(1);
    expect(findItemIndex('k:{"port":53,"protocol":"UDP"}', ports)).toBe(0);
  });

  it('finds a member of a set by its value', () => {
    expect(findItemIndex('v:"b"', ['a', 'b'])).toBe(1);
    expect(findItemIndex('v:2', [1, 2])).toBe(1);
    expect(findItemIndex('v:"2"', [1, 2])).toBe(-1);
  });

  it('is correct for each entry, even if there are more than the cache keeps', () => {
    const list = Array.from({ length: 1_010 }, (_, index) => ({ name: String(index) }));
    expect(list.map(({ name }) => findItemIndex(`k:${JSON.stringify({ name })}`, list))).toEqual([...list.keys()]);
  });
});

describe('pickOwned', () => {
  it('returns the part that we own', () => {
    const conditions = [
      { type: 'Ready', status: 'True', reason: 'Fine' },
      { type: 'Theirs', status: 'True' },
    ];
    const owned = {
      'f:replicas': {},
      'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, 'f:type': {}, 'f:status': {} } },
      'f:gone': {},
    };
    expect(pickOwned(owned, { replicas: 1, theirs: 2, conditions })).toStrictEqual({
      replicas: 1,
      conditions: [{ type: 'Ready', status: 'True' }],
    });
  });

  it('keeps the order of lists', () => {
    const owned = {
      'f:list': { 'k:{"name":"a"}': { '.': {}, 'f:name': {} }, 'k:{"name":"b"}': { '.': {}, 'f:name': {} } },
      'f:set': { 'v:"a"': {}, 'v:"b"': {} },
    };
    const value = { list: [{ name: 'b' }, { name: 'theirs' }, { name: 'a' }], set: ['b', 'theirs', 'a'] };
    expect(pickOwned(owned, value)).toEqual({ list: [{ name: 'b' }, { name: 'a' }], set: ['b', 'a'] });
  });

  it('returns the whole object if we own all its paths', () => {
    fc.assert(
      fc.property(someFields, ({ value, fields }) => {
        expect(pickOwned(fields, value)).toEqual(removeEmptyLists(value));
      }),
    );
  });
});

/** An empty list that merges by item has no path, and neither has an object that contains only such lists. */
function removeEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeEmptyLists);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => !isNobodys(member));
  return Object.fromEntries(members.map(([each, member]) => [each, removeEmptyLists(member)]));
}

function isNobodys(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object' || value === null) return false;
  const members: readonly unknown[] = Object.values(value);
  return members.length > 0 && members.every(isNobodys);
}
