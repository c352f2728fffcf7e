import { describe, expect, it } from 'vitest';

import type { PlainObject } from '../objects/index.ts';
import { outcomeOf } from './outcome.ts';

const object: PlainObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { replicas: 3 },
};

/** The same as an API server has it. */
const stored = (replicas: number, resourceVersion = '1'): PlainObject => ({
  ...object,
  metadata: {
    ...object.metadata,
    ...{ resourceVersion, uid: 'u', generation: replicas, managedFields: [{ manager: 'a' }] },
  },
  spec: { replicas, revisionHistoryLimit: 10 },
  status: { replicas },
});

const secret = (data: object, annotations?: object): PlainObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'login', namespace: 'shop', ...(annotations && { annotations }) },
  data,
});

const none = { forced: undefined };

describe('outcomeOf', () => {
  it('is a new object if it does not exist', () => {
    const { outcome } = outcomeOf(object, { ...none, live: undefined, tried: { applied: stored(3) } });
    expect(outcome).toBe('created');
  });

  it('is no change if only the API server’s own fields differ', () => {
    const diff = outcomeOf(object, { ...none, live: stored(3), tried: { applied: { ...stored(3, '2'), status: {} } } });
    expect(diff).toMatchObject({ outcome: 'unchanged', fields: [] });
  });

  it('is a change of fields', () => {
    const diff = outcomeOf(object, { ...none, live: stored(2), tried: { applied: stored(3) } });
    expect(diff).toEqual({
      object: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' },
      outcome: 'changed',
      fields: [{ path: 'spec.replicas', before: 2, after: 3 }],
      conflicts: [],
    });
  });

  it('is a conflict, with what force would change', () => {
    const error = 'Apply failed with 1 conflict: conflict with "scaler" using apps/v1: .spec.replicas';
    const diff = outcomeOf(object, { live: stored(5), tried: { error }, forced: { applied: stored(3) } });
    expect(diff).toMatchObject({
      outcome: 'conflict',
      fields: [{ path: 'spec.replicas', before: 5, after: 3 }],
      conflicts: [{ path: 'spec.replicas', manager: 'scaler' }],
    });
  });

  it('is refused with the words of the API server, but not those about a Secret', () => {
    const error = 'illegal base64 data: "pass"';
    expect(outcomeOf(object, { ...none, live: undefined, tried: { error } })).toMatchObject({
      outcome: 'refused',
      reason: error,
    });
    const refused = outcomeOf(secret({ p: 'pass' }), { ...none, live: undefined, tried: { error } });
    expect(refused.outcome).toBe('refused');
    expect(JSON.stringify(refused)).not.toContain('pass');
  });

  it('shows which data of a Secret changes, but no value', () => {
    const answers = { ...none, live: secret({ p: 'b2xk' }), tried: { applied: secret({ p: 'bmV3', q: '' }) } };
    expect(outcomeOf(secret({}), answers).fields).toEqual([
      { path: 'data.p', before: 'not shown', after: 'not shown' },
      { path: 'data.q', after: 'not shown' },
    ]);
  });

  it('does not show the data of a Secret that kubectl has in an annotation', () => {
    const live = secret({}, { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"p":"b2xk"}}', a: '1' });
    const diff = outcomeOf(secret({}), { ...none, live, tried: { applied: secret({}, { a: '2' }) } });
    expect(diff.fields).toEqual([{ path: 'metadata.annotations.a', before: '1', after: '2' }]);
  });
});
