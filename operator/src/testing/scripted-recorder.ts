import { createClient } from '../runtime/client/index.ts';
import {
  createEventRecorder,
  type EventRecorder,
  type EventRecorderOptions,
} from '../runtime/reconcile/events/index.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createObjectServer, type ObjectServer } from './object-server.ts';
import { createRecordingLogger, type RecordingLogger } from './recording-logger.ts';

/** A recorder of events, and all that it works with. */
export interface ScriptedRecorder {
  readonly server: ObjectServer;
  readonly clock: FakeClock;
  readonly logger: RecordingLogger;
  /** Events may be sent until it is aborted; another one is another term. */
  term: AbortController;
  /** What it was made from. */
  readonly options: EventRecorderOptions;
  readonly recorder: EventRecorder;
}

/** The events of one controller on an API server of a test, whose clock stands still. */
export function scriptRecorder(): ScriptedRecorder {
  const server = createObjectServer();
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const options: EventRecorderOptions = {
    client: createClient(server.transport),
    clock,
    logger,
    controller: 'kubewright/cafe',
    instance: 'kubewright-0',
    random: () => 0,
    term: () => (scripted.term.signal.aborted ? undefined : scripted.term.signal),
  };
  const recorder = createEventRecorder(options);
  const scripted: ScriptedRecorder = { server, clock, logger, options, recorder, term: new AbortController() };
  return scripted;
}
