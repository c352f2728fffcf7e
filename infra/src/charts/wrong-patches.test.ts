import { describe, expect, it } from 'vitest';

import { Operator } from '../constructs/index.ts';
import { anyProps, listSynthErrors, type Props } from '../testing/synth-errors.ts';

describe('invalid patches', () => {
  it.each<[props: Props, ...errors: string[]]>([
    [{ patches: {} }, 'patches must be a list, but is {}'],
    [{ patches: [{ patch: {} }] }, 'patches[0].kind must be a non-empty string, but is absent'],
    [{ patches: [{ kind: 'Deployment' }] }, 'patches[0].patch must be an object to merge, or a list of operations'],
    [{ patches: [{ kind: 'Deployment', patch: {}, names: 'a' }] }, 'patches[0].names is unknown: did you mean name?'],
    [{ patches: [{ kind: 'Deployment', patch: [] }] }, 'patches[0].patch must be a non-empty list, but is []'],
    [
      { patches: [{ kind: 'Deployment', patch: { spec: { at: new Date(0) } } }] },
      'patches[0].patch.spec must be a JSON value',
    ],
    [
      { patches: [{ kind: 'Deployment', patch: ['a'] }] },
      'patches[0].patch[0] must be an operation such as {"op":"add"',
    ],
    [
      { patches: [{ kind: 'Deployment', patch: [{ op: 'set', path: '/spec' }] }] },
      'patches[0].patch[0].op must be one of "add", "replace", "test", "remove", "copy", "move", but is "set"',
    ],
    [
      { patches: [{ kind: 'Deployment', patch: [{ op: 'remove', path: 'spec' }] }] },
      'patches[0].patch[0].path must be a JSON Pointer such as /spec/replicas',
    ],
    [
      { patches: [{ kind: 'Deployment', patch: [{ op: 'add', path: '/spec/paused', values: true }] }] },
      'patches[0].patch[0].value must be a JSON value, but is absent',
      'patches[0].patch[0].values is unknown: did you mean value?',
    ],
    [
      { patches: [{ kind: 'deployment', patch: {} }] },
      'patches[0] matches no object: did you mean Deployment? The objects are ServiceAccount kubewright, ',
    ],
    [
      { patches: [{ kind: 'Service', name: 'metrics', patch: {} }] },
      'patches[0] matches no object: the objects are Service kubewright-webhooks',
    ],
    [
      { patches: [{ kind: 'Gateway', patch: {} }] },
      'patches[0] matches no object: the objects are ServiceAccount kubewright, ',
    ],
    ...(['apiVersion', 'kind'] as const).map((field): [Props, string] => [
      { patches: [{ kind: 'Deployment', patch: { [field]: 'v2' } }] },
      `patches[0] of Deployment kubewright must not change ${field}`,
    ]),
    [
      { patches: [{ kind: 'Deployment', patch: { metadata: { name: 'other' } } }] },
      'patches[0] of Deployment kubewright must not change metadata.name',
    ],
    [
      { patches: [{ kind: 'Deployment', patch: [{ op: 'remove', path: '/metadata' }] }] },
      'patches[0] of Deployment kubewright must not change metadata.name',
    ],
    [
      { patches: [{ kind: 'Deployment', patch: { metadata: { namespace: null } } }] },
      'patches[0] of Deployment kubewright must not change metadata.namespace',
    ],
    [
      { patches: [{ kind: 'Deployment', patch: [{ op: 'remove', path: '/spec/paused' }] }] },
      'patches[0] of Deployment kubewright cannot remove /spec/paused: it does not exist',
    ],
    [
      { patches: [{ kind: 'Deployment', patch: [{ op: 'add', path: '/spec/__proto__', value: {} }] }] },
      'patches[0] of Deployment kubewright cannot add /spec/__proto__: the path is not allowed',
    ],
  ])('of an Operator are rejected: %j', (props, ...errors) => {
    const found = listSynthErrors(anyProps(Operator), props);
    expect(found).toEqual(errors.map((error) => expect.stringContaining(`[chart/it] ${error}`) as unknown));
  });
});
