import { describe, expect, it } from 'vitest';

import { buildTree, type PrintedObject } from './tree.ts';

function buildObject(kind: string, uid: string, rest: Partial<PrintedObject> & { owner?: string } = {}): PrintedObject {
  const ownerReferences = rest.owner === undefined ? [] : [{ uid: rest.owner, controller: true }];
  return { ...rest, kind, metadata: { name: 'sample', namespace: 'default', uid, ownerReferences, ...rest.metadata } };
}

const available = { conditions: [{ type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' }] };
const notReady = { conditions: [{ type: 'Ready', status: 'False', reason: 'NoBeans', message: 'buy\n some' }] };

describe('the tree of objects', () => {
  it('has the children below their owner, with the conditions of both', () => {
    const own = [buildObject('Shop', 'a', { status: notReady }), buildObject('Shop', 'b')];
    const owned = [
      buildObject('Deployment', 'c', { owner: 'a', status: available }),
      buildObject('Service', 'd', { owner: 'a' }),
      buildObject('Service', 'e', { owner: 'unknown' }),
      buildObject('Service', 'f'),
    ];
    expect(buildTree(own, owned)).toEqual([
      {
        ...{ title: 'Shop default/sample', ready: 'False', why: 'NoBeans: buy some' },
        children: [
          {
            ...{ title: 'Deployment sample', ready: 'True', why: 'MinimumReplicasAvailable' },
            children: [],
          },
          { title: 'Service sample', why: '', children: [] },
        ],
      },
      { title: 'Shop default/sample', why: '', children: [] },
    ]);
  });

  it('shows a deletion that waits', () => {
    const metadata = { name: 'sample', uid: 'a', deletionTimestamp: '2026-01-01T10:00:00Z' };
    const held = { ...metadata, finalizers: ['example.com/planet'] };
    const own = [metadata, held].map((each) => buildObject('Planet', 'a', { metadata: each }));
    expect(buildTree(own, [])).toMatchObject([
      { title: 'Planet default/sample', deletion: [] },
      { title: 'Planet default/sample', deletion: ['example.com/planet'] },
    ]);
  });
});
