import { describe, expect, it } from 'vitest';

import { shortenCause, shortenWrite, sortCauses } from './shorten.ts';

describe('a cause on the screen', () => {
  it.each([
    ['spec.size by kubectl-edit', 'spec.size by kubectl-edit'],
    ['timer', 'timer'],
    ['metadata.deletionGracePeriodSeconds, metadata.deletionTimestamp', 'being deleted'],
    ['Deployment default/sample: metadata.deletionTimestamp', 'Deployment: being deleted'],
    ['Deployment default/sample: spec.replicas by hpa, kubectl', 'Deployment: spec.replicas by hpa, kubectl'],
    ['Deployment default/sample-2: deleted', 'Deployment sample-2: deleted'],
    ['Secret other/tls: data.a, data.b, data.c, data.d', 'Secret other/tls: data.a, data.b, data.c, …'],
    [
      'Deployment default/sample: status.conditions[0].reason, status.conditions[1].message, … by x',
      'Deployment: status.conditions, … by x',
    ],
  ])('%s is %s', (cause, text) => {
    expect(shortenCause(cause, 'default/sample')).toBe(text);
  });
});

it('a retry or a timer comes before changes', () => {
  const changes = ['Deployment default/sample: status.replicas', 'created by kubectl'];
  expect(sortCauses([...changes, 'retry', 'timer'])).toEqual(['retry', 'timer', ...changes]);
});

describe('a write on the screen', () => {
  it('names its object, except for the status, and the lists that it changed', () => {
    const paths = ['status.conditions[0].reason', 'status.size', 'status.conditions[1].reason'];
    expect(shortenWrite({ what: '', paths }, 'default/sample')).toBe('status.conditions, status.size');
    expect(shortenWrite({ what: 'created Service default/sample', paths: [] }, 'default/sample')).toBe(
      'created Service',
    );
    expect(shortenWrite({ what: 'Service sample', paths: ['spec'] }, 'sample')).toBe('Service: spec');
  });
});
