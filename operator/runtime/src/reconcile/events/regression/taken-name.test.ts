import { beforeEach, describe, expect, it } from 'vitest';

import { type ApiServerFixture, refusal } from '../../../../fixtures/api-server.ts';
import type { RecordingLogger } from '../../../../../testing/src/recording-logger.ts';
import { type ScriptedRecorder, scriptRecorder } from '../../../../fixtures/scripted-recorder.ts';
import { someObject } from '../../../../fixtures/some-object.ts';
import type { EventRecorder } from '../event-recorder.ts';

let scripted: ScriptedRecorder;
let server: ApiServerFixture;
let logger: RecordingLogger;
let recorder: EventRecorder;

beforeEach(() => {
  scripted = scriptRecorder();
  ({ server, logger, recorder } = scripted);
});

const emitOne = async (): Promise<void> => {
  recorder.normal({ owner: someObject({ name: 'home', uid: 'u1' }), log: logger }, 'Opened', 'It is open.');
  await recorder.flush();
};
const names = (): readonly string[] =>
  server.transport.requests.map(({ body }) => (body as { metadata: { name: string } }).metadata.name);

describe('an event whose name another controller has used in the same moment', () => {
  it('is sent under another name', async () => {
    server.intercept = () => (names().length < 2 ? refusal(409, 'events "home" already exists') : undefined);
    await emitOne();
    expect(names()).toEqual(['home.18867251edfa0000', 'home.18867251edfa0001']);
    expect(scripted.sent).toHaveLength(1);
    expect(logger.lines).toEqual([]);
  });

  it('is dropped after five names, which is logged', async () => {
    server.intercept = () => refusal(409, 'events "home" already exists');
    await emitOne();
    expect(new Set(names()).size).toBe(5);
    expect(logger.lines).toEqual([{ level: 'warn', message: 'could not send an event' }]);
  });
});
