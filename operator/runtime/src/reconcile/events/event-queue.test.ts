import { beforeEach, describe, expect, it } from 'vitest';

import type { FakeClock } from '../../../../testing/src/fake-clock.ts';
import { type ApiServerFixture, buildRejection } from '../../../fixtures/api-server.ts';
import type { RecordingLogger } from '../../../../testing/src/recording-logger.ts';
import { createScriptedRecorder, type ScriptedRecorder } from '../../../fixtures/scripted-recorder.ts';
import { someObject } from '../../../fixtures/some-object.ts';
import { OperatorError } from '../../base/index.ts';
import type { ApiResponse } from '../../client/index.ts';
import type { EventRecorder } from './event-recorder.ts';

let scripted: ScriptedRecorder;
let server: ApiServerFixture;
let clock: FakeClock;
let logger: RecordingLogger;
let recorder: EventRecorder;

beforeEach(() => {
  scripted = createScriptedRecorder();
  ({ server, clock, logger, recorder } = scripted);
});

const emit = (count: number): void => {
  for (let index = 0; index < count; index += 1) {
    const owner = someObject({ name: 'home', uid: String(index) });
    recorder.normal({ owner, log: logger }, 'Opened', 'It is open.');
  }
};

/** Delays each response of the API server. */
const answerAfter = (ms: number, answer?: ApiResponse): void => {
  server.intercept = () => new Promise((resolve) => void clock.after(ms, () => resolve(answer)));
};

/** Ends the term. `unsent` is the number of events that were not sent, once it is known. */
const startFlush = (): { unsent: number | 'waits' } => {
  const end: { unsent: number | 'waits' } = { unsent: 'waits' };
  void recorder.flush().then((unsent) => (end.unsent = unsent));
  return end;
};

const loseTerm = (): void => scripted.term.abort(new OperatorError('NOT_LEADER', 'lead'));

describe('the end of a term', () => {
  it('waits for events while they are being sent', async () => {
    answerAfter(1500);
    emit(80);
    const end = startFlush();
    await clock.advance(1500 * 9);
    expect(end.unsent).toBe('waits');
    await clock.advance(1500 * 20);
    expect(end.unsent).toBe(0);
    expect(scripted.sent).toHaveLength(80);
  });

  it('drops the remaining events if none was sent for two seconds, and logs how many', async () => {
    let answered = 0;
    server.intercept = () => {
      answered += 1;
      return answered > 3 ? new Promise(() => undefined) : undefined;
    };
    emit(10);
    const end = startFlush();
    await clock.advance(1999);
    expect(end.unsent).toBe('waits');
    await clock.advance(1);
    expect(end.unsent).toBe(7);
    server.intercept = undefined;
    loseTerm();
    await clock.settle();
    expect(scripted.sent).toHaveLength(3);
    expect(logger.lines).toEqual([]);
  });

  it('does not wait longer for events that fail one after the other: none is sent', async () => {
    answerAfter(500, buildRejection(503, 'busy'));
    emit(100);
    const end = startFlush();
    await clock.advance(2000);
    expect(end.unsent).toBeGreaterThan(5);
  });

  it('drops waiting events at once if leadership was lost', async () => {
    answerAfter(1000);
    emit(100);
    await clock.advance(1500);
    const end = startFlush();
    loseTerm();
    await clock.settle();
    expect(end.unsent).toBe(92);
    expect(scripted.sent).toHaveLength(8);
    expect(logger.lines).toEqual([]);
  });

  it('does not affect the events of the next term', async () => {
    answerAfter(3000);
    emit(2);
    const end = startFlush();
    await clock.advance(2000);
    expect(end.unsent).toBe(2);
    loseTerm();
    scripted.term = new AbortController();
    server.intercept = undefined;
    emit(1);
    expect(await recorder.flush()).toBe(0);
    expect(scripted.sent).toHaveLength(1);
  });
});

describe('events', () => {
  const sentAtOnce = async (count: number): Promise<number> => {
    let atOnce = 0;
    server.intercept = () => {
      atOnce += 1;
      return new Promise(() => undefined);
    };
    emit(count);
    await clock.settle();
    return atOnce;
  };

  it('of several objects are sent at the same time, at most eight', async () => {
    expect(await sentAtOnce(100)).toBe(8);
  });

  it('are sent one at a time while reconciles write, and eight at a time after that', async () => {
    scripted.isWriting = true;
    answerAfter(100);
    emit(100);
    await clock.advance(1000);
    expect(scripted.sent).toHaveLength(10);
    scripted.isWriting = false;
    await clock.advance(1000);
    expect(scripted.sent).toHaveLength(10 + 1 + 8 * 9);
  });

  it('are sent with more concurrency while reconciles write, the more of them wait', async () => {
    scripted.isWriting = true;
    expect(await sentAtOnce(5000)).toBe(4);
  });

  it('are sent eight at a time at the end of a term, even if a reconcile still writes', async () => {
    scripted.isWriting = true;
    answerAfter(1500);
    emit(80);
    const end = startFlush();
    await clock.advance(1500 * 11);
    expect(end.unsent).toBe(0);
  });

  it('of one object are sent one after the other', async () => {
    answerAfter(1000);
    const owner = someObject({ name: 'home' });
    for (const reason of ['Opened', 'Closed']) recorder.normal({ owner, log: logger }, reason, 'It is so.');
    await clock.advance(1000);
    expect(scripted.sent).toHaveLength(1);
    await clock.advance(1000);
    expect(scripted.sent).toHaveLength(2);
  });
});

describe('an event that cannot be sent', () => {
  const causes = [{ reason: 'NamespaceTerminating', message: 'namespace default is being terminated' }];

  it('in a terminating namespace is logged only at debug level', async () => {
    const answers = [
      buildRejection(403, 'events "home" is forbidden', { causes }),
      buildRejection(404, 'namespaces "default" not found'),
    ];
    server.intercept = () => answers.shift();
    emit(2);
    await recorder.flush();
    const line = { level: 'debug', message: 'failed to send an event' };
    expect(logger.lines).toEqual([line, line]);
  });

  it('because of a missing permission is logged as a warning', async () => {
    server.intercept = () => buildRejection(403, 'events is forbidden: User "x" cannot create', {});
    emit(1);
    await recorder.flush();
    expect(logger.lines).toEqual([{ level: 'warn', message: 'failed to send an event' }]);
  });
});

describe('an event whose name another controller has used at the same moment', () => {
  const names = (): readonly string[] =>
    server.transport.requests.map(({ body }) => (body as { metadata: { name: string } }).metadata.name);

  it('is sent under another name', async () => {
    server.intercept = () => (names().length < 2 ? buildRejection(409, 'events "home" already exists') : undefined);
    emit(1);
    await recorder.flush();
    expect(names()).toEqual(['home.18867251edfa0000', 'home.18867251edfa0001']);
    expect(scripted.sent).toHaveLength(1);
    expect(logger.lines).toEqual([]);
  });

  it('is dropped after five names, which is logged', async () => {
    server.intercept = () => buildRejection(409, 'events "home" already exists');
    emit(1);
    await recorder.flush();
    expect(new Set(names()).size).toBe(5);
    expect(logger.lines).toEqual([{ level: 'warn', message: 'failed to send an event' }]);
  });
});
