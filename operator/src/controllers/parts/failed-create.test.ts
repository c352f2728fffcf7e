import type { Event } from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';

import { someObject } from '../../../runtime/fixtures/some-object.ts';
import { byJob, findFailedCreateNote, type JobEvents } from './failed-create.ts';

const name = 'hello-world';
const uid = 'of-the-job';

function buildEvent(note: string, at = '2026-01-01T00:00:07Z', of = uid): Event {
  const { metadata } = someObject({ name: 'an-event' });
  return {
    ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata, reason: 'FailedCreate' },
    ...{ eventTime: null, deprecatedLastTimestamp: at, note, regarding: { namespace: 'default', name, uid: of } },
  };
}

function buildPodCreatedEvent(at: string): Event {
  return { ...buildEvent('Created pod: any', at), reason: 'SuccessfulCreate' };
}

/** Indexes events in memory like the runtime. */
function buildJobEvents(events: readonly Event[]): JobEvents {
  const ofReason = (reason: string): JobEvents['failedCreates'] => ({
    by: (_index, of) => events.filter((event) => event.reason === reason && byJob(event) === of),
  });
  return { failedCreates: ofReason('FailedCreate'), successfulCreates: ofReason('SuccessfulCreate') };
}

function findNote(...events: readonly Event[]): string | undefined {
  return findFailedCreateNote(buildJobEvents(events), { name, uid });
}

const formatQuotaError = (pod: string): string =>
  `Error creating: pods "${pod}" is forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0`;

describe('why a Job has no Pod', () => {
  it('is the message of its event, without the name of a Pod that was never created', () => {
    expect(findNote(buildEvent(formatQuotaError(`${name}-x7k2p`)))).toBe(
      'pods "hello-world-*" is forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0',
    );
  });

  it('is the message of its newest event', () => {
    const events = [
      buildEvent('older', '2026-01-01T00:00:08Z'),
      buildEvent('newest', '2026-01-01T00:00:09Z'),
      buildEvent('oldest'),
    ];
    expect(findNote(...events)).toBe('newest');
  });

  it('is undefined once it has created a Pod, until another attempt fails', () => {
    expect(findNote(buildPodCreatedEvent('2026-01-01T00:00:08Z'), buildEvent('before'))).toBeUndefined();
    expect(findNote(buildPodCreatedEvent('2026-01-01T00:00:07Z'), buildEvent('before'))).toBeUndefined();
    expect(findNote(buildPodCreatedEvent('2026-01-01T00:00:06Z'), buildEvent('again'))).toBe('again');
  });

  it('is not taken from events of another Job with the same name', () => {
    expect(findNote(buildEvent('before', undefined, 'another-uid'))).toBeUndefined();
  });

  it('has no generated Pod name, even if it contains only the start of a long Job name', () => {
    const events = buildJobEvents([buildEvent(formatQuotaError(`${'a'.repeat(58)}x7k2p`))]);
    expect(findFailedCreateNote(events, { name: 'a'.repeat(63), uid })).toContain(`pods "${'a'.repeat(58)}*"`);
  });
});
