import { beforeEach, describe, expect, it } from 'vitest';

import type { FakeClock } from '../../../../testing/src/fake-clock.ts';
import { type ApiServerFixture, buildRejection } from '../../../fixtures/api-server.ts';
import { createRecordingLogger, type RecordingLogger } from '../../../../testing/src/recording-logger.ts';
import { createScriptedRecorder, type ScriptedRecorder } from '../../../fixtures/scripted-recorder.ts';
import { someObject } from '../../../fixtures/some-object.ts';
import { formatObject, type KubeObject } from '../../base/index.ts';
import { createEventRecorder, type EventRecorder, type EventSubject } from './event-recorder.ts';

const owner = {
  ...someObject({ name: 'home', uid: 'u1', resourceVersion: '7' }),
  apiVersion: 'example.com/v1',
  kind: 'Cafe',
};
const child = someObject({ name: 'home-map', uid: 'u2' });

interface Posted {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly note: string;
}

let scripted: ScriptedRecorder;
let server: ApiServerFixture;
let clock: FakeClock;
let logger: RecordingLogger;
let recorder: EventRecorder;

beforeEach(() => {
  scripted = createScriptedRecorder();
  ({ server, clock, logger, recorder } = scripted);
});

/** The subject of events that a reconcile of `owner` emits. */
const buildSubject = (owner: KubeObject): EventSubject => ({ owner, log: logger });

const listPosted = () => scripted.sent as readonly Posted[];
const at = '/apis/events.k8s.io/v1/namespaces/default/events';

describe('an event', () => {
  it('keeps the start of a reason that is too long for the API server', async () => {
    recorder.warning(buildSubject(owner), 'Ä'.repeat(100), 'It is so.');
    await recorder.flush();
    expect(listPosted()).toMatchObject([{ reason: 'Ä'.repeat(64), note: 'It is so.' }]);
  });

  it('is in "default" if it warns about a clean-up in a terminating namespace, and is counted up there', async () => {
    const causes = [{ reason: 'NamespaceTerminating' }];
    server.intercept = ({ path }) =>
      path === at.replace('default', 'ending') ? buildRejection(403, 'it is being terminated', { causes }) : undefined;
    const { metadata } = owner;
    const ending = { ...owner, metadata: { ...metadata, namespace: 'ending' } };
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const cleanedUp = { ...ending, metadata: { ...ending.metadata, uid: 'u3', deletionTimestamp } };
    recorder.warning(buildSubject(ending), 'Forbidden', 'not reported');
    recorder.normal(buildSubject(cleanedUp), 'Fine', 'not reported');
    for (let times = 0; times < 2; times += 1) recorder.warning(buildSubject(cleanedUp), 'Forbidden', 'reported');
    await recorder.flush();
    const stored = server.requests.filter(({ namespace }) => namespace === 'default').map(({ verb }) => verb);
    expect(stored).toEqual(['create', 'patch']);
    expect(listPosted().at(-2)).toMatchObject({
      metadata: { namespace: 'default' },
      regarding: { namespace: 'ending' },
    });
  });

  it('contains who did what to which object, and the related object', async () => {
    recorder.recordCreated(buildSubject(owner), child);
    await recorder.flush();
    expect(server.transport.takeRequests()).toEqual([`POST ${at}`]);
    expect(listPosted()).toEqual([
      {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name: expect.stringMatching(/^home\.[0-9a-f]{16}$/) as string, namespace: 'default' },
        eventTime: '2026-01-01T00:00:00.000000Z',
        reportingController: 'kubewright/cafe',
        reportingInstance: 'kubewright-0',
        type: 'Normal',
        reason: 'Created',
        action: 'Create',
        note: 'Created ConfigMap default/home-map',
        regarding: {
          apiVersion: 'example.com/v1',
          kind: 'Cafe',
          namespace: 'default',
          name: 'home',
          uid: 'u1',
          resourceVersion: '7',
        },
        related: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          namespace: 'default',
          name: 'home-map',
          uid: 'u2',
          resourceVersion: '1',
        },
      },
    ]);
  });

  it('is Normal for created and deleted children, and Warning for a rejection', async () => {
    recorder.recordCreated(buildSubject(owner), child);
    recorder.recordDeleted(buildSubject(owner), child);
    recorder.warning(buildSubject(owner), 'NodePortTaken', 'Port 30010 is taken.');
    await recorder.flush();
    expect(listPosted()).toMatchObject([
      { type: 'Normal', reason: 'Created', action: 'Create' },
      { type: 'Normal', reason: 'Deleted', action: 'Delete', note: 'Deleted ConfigMap default/home-map' },
      { type: 'Warning', reason: 'NodePortTaken', action: 'Reconcile', note: 'Port 30010 is taken.' },
    ]);
    expect(listPosted()[2]).not.toHaveProperty('related');
  });

  it('about the deletion of the object itself has no related object', async () => {
    recorder.recordDeleted(buildSubject(owner), owner, 'its ttl has passed');
    await recorder.flush();
    expect(listPosted()).toMatchObject([
      {
        reason: 'Deleted',
        note: `Deleted ${formatObject(owner)}: its ttl has passed`,
        regarding: { uid: owner.metadata.uid },
      },
    ]);
    expect(listPosted()[0]).not.toHaveProperty('related');
  });

  it('of a cluster-scoped object is in the namespace default', async () => {
    const { namespace: _namespace, ...metadata } = owner.metadata;
    recorder.warning(buildSubject({ ...owner, metadata }), 'Invalid', 'No.');
    await recorder.flush();
    expect(listPosted()[0]?.metadata.namespace).toBe('default');
  });

  it('is cut to the API server’s limit in bytes, and never within a character', async () => {
    for (const text of ['x', 'ü', '😀']) recorder.warning(buildSubject(owner), 'Invalid', text.repeat(2000));
    await recorder.flush();
    const notes = listPosted().map(({ note }) => note);
    expect(notes).toEqual(['x'.repeat(1024), 'ü'.repeat(512), '😀'.repeat(256)]);
    recorder.warning(buildSubject(owner), 'Invalid', `x${'😀'.repeat(256)}`);
    await recorder.flush();
    expect(listPosted().at(-1)?.note).toBe(`x${'😀'.repeat(255)}`);
  });

  it('has at most 128 characters of the instance’s name', async () => {
    const { recordCreated, flush } = createEventRecorder({ ...scripted.options, instance: 'p'.repeat(200) });
    recordCreated(buildSubject(owner), child);
    await flush();
    expect(listPosted()[0]).toHaveProperty('reportingInstance', 'p'.repeat(128));
  });

  it('has a valid name for any length of the object’s name', async () => {
    for (const name of ['a'.repeat(253), `${'a'.repeat(229)}.b`, 'web']) {
      recorder.warning(buildSubject({ ...owner, metadata: { ...owner.metadata, name, uid: name } }), 'Invalid', 'No.');
    }
    await recorder.flush();
    for (const { metadata } of listPosted()) {
      expect(metadata.name.length).toBeLessThanOrEqual(253);
      expect(metadata.name).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/);
    }
  });
});

describe('an event that is emitted again', () => {
  const warn = async (note = 'No.') => {
    recorder.warning(buildSubject(owner), 'Invalid', note);
    await recorder.flush();
  };

  it('within an hour increases the count of the first one', async () => {
    await warn();
    await clock.advance(3_599_999);
    await warn();
    await warn();
    const [first, ...counted] = listPosted();
    expect(counted).toEqual([
      {
        path: `${at}/${String(first?.metadata.name)}`,
        series: { count: 2, lastObservedTime: '2026-01-01T00:59:59.999000Z' },
      },
      {
        path: `${at}/${String(first?.metadata.name)}`,
        series: { count: 3, lastObservedTime: '2026-01-01T00:59:59.999000Z' },
      },
    ]);
  });

  it('after that is sent again: the API server keeps events no longer', async () => {
    await warn();
    await clock.advance(3_600_000);
    await warn();
    expect(listPosted().map(({ note }) => note)).toEqual(['No.', 'No.']);
  });

  it('with another note, reason, object or child is a different event', async () => {
    await warn();
    await warn('Still no.');
    recorder.warning(buildSubject(owner), 'Forbidden', 'No.');
    recorder.warning(buildSubject({ ...owner, metadata: { ...owner.metadata, uid: 'u9' } }), 'Invalid', 'No.');
    recorder.recordCreated(buildSubject(owner), child);
    recorder.recordCreated(buildSubject(owner), { ...child, metadata: { ...child.metadata, uid: 'u9' } });
    await recorder.flush();
    expect(listPosted().every((each) => 'note' in each)).toBe(true);
    expect(listPosted()).toHaveLength(6);
  });

  it('is recognized even if both were emitted at once', async () => {
    recorder.warning(buildSubject(owner), 'Invalid', 'No.');
    recorder.warning(buildSubject(owner), 'Invalid', 'No.');
    await recorder.flush();
    expect(listPosted()[1]).toMatchObject({ series: { count: 2 } });
  });

  it('is sent again after the first one was deleted', async () => {
    await warn();
    server.intercept = ({ method }) => (method === 'PATCH' ? buildRejection(404, 'not found') : undefined);
    await warn();
    await warn();
    expect(listPosted().map(({ note }) => note)).toEqual(['No.', 'No.']);
  });

  it('is recognized only among the last thousand', async () => {
    const about = (uid: string): void => {
      recorder.warning(buildSubject({ ...owner, metadata: { ...owner.metadata, uid } }), 'Invalid', uid);
    };
    about('first');
    for (let index = 0; index < 1000; index += 1) {
      about(String(index));
      await recorder.flush();
    }
    about('999');
    await recorder.flush();
    about('first');
    await recorder.flush();
    expect(listPosted().at(-1)).toMatchObject({ note: 'first' });
    expect(listPosted().at(-2)).toMatchObject({ series: { count: 2 } });
  });
});

describe('events that differ only in their notes', () => {
  const warn = async (index: number) => {
    recorder.warning(buildSubject(owner), 'Invalid', `No ${String(index)}.`);
    await recorder.flush();
  };
  const tenAndMore = async (count: number) => {
    for (let index = 1; index <= count; index += 1) await warn(index);
  };
  const combined = 'Combined from similar events, for example: No 11.';

  it('are sent one by one up to ten, and all further ones as one combined event with a count', async () => {
    await tenAndMore(13);
    const notes = listPosted().map(({ note }) => note);
    expect(notes.slice(0, 11)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `No ${String(index + 1)}.`),
      combined,
    ]);
    const path = `${at}/${String(listPosted()[10]?.metadata.name)}`;
    expect(listPosted().slice(11)).toMatchObject([
      { path, series: { count: 2 } },
      { path, series: { count: 3 } },
    ]);
  });

  it('are combined even if their related objects differ: a child that is recreated repeatedly', async () => {
    for (let index = 1; index <= 12; index += 1) {
      const name = `home-${String(index)}`;
      recorder.recordCreated(buildSubject(owner), { ...child, metadata: { ...child.metadata, name, uid: name } });
    }
    await recorder.flush();
    const last = listPosted()[10];
    expect(last).toMatchObject({
      reason: 'Created',
      note: 'Combined from similar events, for example: Created ConfigMap default/home-11',
    });
    expect(last).not.toHaveProperty('related');
    expect(listPosted()[11]).toMatchObject({ series: { count: 2 } });
  });

  it('are counted one by one if they are equal to one of the ten', async () => {
    await tenAndMore(11);
    await warn(3);
    expect(listPosted().at(-1)).toMatchObject({
      path: `${at}/${String(listPosted()[2]?.metadata.name)}`,
      series: { count: 2 },
    });
  });

  it('are sent one by one again after ten minutes without one', async () => {
    await tenAndMore(11);
    await clock.advance(600_000);
    await warn(12);
    expect(listPosted().at(-1)).toMatchObject({ series: { count: 2 } });
    await clock.advance(600_001);
    await warn(13);
    expect(listPosted().at(-1)).toMatchObject({ note: 'No 13.' });
  });

  it.each<[string, () => void]>([
    [
      'object',
      () =>
        recorder.warning(buildSubject({ ...owner, metadata: { ...owner.metadata, uid: 'u9' } }), 'Invalid', 'No 11.'),
    ],
    ['type', () => recorder.normal(buildSubject(owner), 'Invalid', 'No 11.')],
    ['reason', () => recorder.warning(buildSubject(owner), 'Forbidden', 'No 11.')],
  ])('are not combined with those of another %s', async (_, emitOther) => {
    await tenAndMore(10);
    emitOther();
    await recorder.flush();
    expect(listPosted().at(-1)).toMatchObject({ note: 'No 11.' });
  });
});

describe('the events about one object', () => {
  const warn = async (times: number, uid = 'u1') => {
    for (let index = 0; index < times; index += 1) {
      recorder.warning(buildSubject({ ...owner, metadata: { ...owner.metadata, uid } }), 'Invalid', 'No.');
    }
    await recorder.flush();
  };
  const dropping = () => logger.lines.filter(({ message }) => message.startsWith('too many events about one object'));

  it('are at most 25 at once; dropping others is logged once', async () => {
    await warn(40);
    expect(listPosted()).toHaveLength(25);
    expect(dropping()).toHaveLength(1);
  });

  it('are one more after each five minutes, and never more than 25', async () => {
    await warn(40);
    await clock.advance(299_999);
    await warn(1);
    expect(listPosted()).toHaveLength(25);
    await clock.advance(1);
    await warn(3);
    expect(listPosted()).toHaveLength(26);
    await clock.advance(30 * 300_000);
    await warn(40);
    expect(listPosted()).toHaveLength(26 + 25);
  });

  it('return whether they are sent', () => {
    const emitted = Array.from({ length: 26 }, () => recorder.normal(buildSubject(owner), 'Opened', 'It is open.'));
    expect(emitted.filter(Boolean)).toHaveLength(25);
    expect([emitted.at(-1), recorder.warning(buildSubject(owner), 'Invalid', 'No.')]).toEqual([false, false]);
  });

  it('are logged as dropped again only after one could be sent', async () => {
    await warn(40);
    await clock.advance(300_000);
    await warn(3);
    expect(dropping()).toHaveLength(2);
  });

  it('do not affect those about others', async () => {
    await warn(40);
    await warn(1, 'u2');
    expect(listPosted()).toHaveLength(26);
  });
});

describe('events that wait for a slow API server', () => {
  it('are at most ten thousand; two log lines count the dropped ones, and those that waited are sent', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    server.intercept = async () => {
      await gate;
      return undefined;
    };
    for (let index = 0; index < 10_100; index += 1) {
      recorder.warning(
        buildSubject({ ...owner, metadata: { ...owner.metadata, uid: String(index) } }),
        'Invalid',
        'No.',
      );
    }
    open();
    await recorder.flush();
    expect(listPosted()).toHaveLength(10_000);
    expect(logger.lines).toEqual([
      { level: 'warn', message: 'too many events wait: further ones are dropped' },
      { level: 'warn', message: 'events were dropped because too many waited' },
    ]);
    recorder.warning(buildSubject(owner), 'Invalid', 'No.');
    await recorder.flush();
    expect(listPosted()).toHaveLength(10_001);
  });
});

describe('an event that cannot be sent', () => {
  it('is logged, and neither fails its caller nor blocks the next', async () => {
    server.intercept = () => {
      throw new Error('connection refused');
    };
    recorder.warning(buildSubject(owner), 'Invalid', 'No.');
    await recorder.flush();
    server.intercept = undefined;
    recorder.warning(buildSubject(owner), 'Invalid', 'Still no.');
    await recorder.flush();
    expect(logger.lines).toContainEqual({ level: 'warn', message: 'failed to send an event' });
    expect(listPosted().at(-1)).toMatchObject({ note: 'Still no.' });
  });

  it('is logged by the logger of its reconcile', async () => {
    const own = createRecordingLogger();
    server.intercept = () => {
      throw new Error('connection refused');
    };
    recorder.warning({ owner, log: own }, 'Invalid', 'No.');
    await recorder.flush();
    expect([own.lines.length, logger.lines.length]).toEqual([1, 0]);
  });

  it('because the process may not write yet is dropped', async () => {
    server.intercept = () => {
      scripted.term.abort();
      return undefined;
    };
    recorder.recordCreated(buildSubject(owner), child);
    recorder.recordDeleted(buildSubject(owner), child);
    await recorder.flush();
    expect(server.transport.requests).toHaveLength(1);
  });

  it('is aborted at the end of the term', async () => {
    server.intercept = () => new Promise(() => undefined);
    recorder.recordCreated(buildSubject(owner), child);
    recorder.recordDeleted(buildSubject(owner), child);
    await clock.settle();
    expect(server.transport.requests).toHaveLength(1);
    scripted.term.abort();
    await recorder.flush();
    expect(server.transport.requests).toHaveLength(1);
  });

  it('is aborted at the end of the term even if it only increases a count', async () => {
    recorder.recordCreated(buildSubject(owner), child);
    await recorder.flush();
    recorder.recordCreated(buildSubject(owner), child);
    await recorder.flush();
    const signals = server.transport.requests.map(({ method, signal }) => [method, signal === scripted.term.signal]);
    expect(signals).toEqual([
      ['POST', true],
      ['PATCH', true],
    ]);
  });

  it('because the process may not write any more is dropped', async () => {
    scripted.term.abort();
    recorder.recordCreated(buildSubject(owner), child);
    await recorder.flush();
    expect(server.transport.requests).toEqual([]);
  });
});
