import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { isOperatorError, OperatorError } from '../base/index.ts';
import type { Controller, Leadership } from '../controller/index.ts';
import type { OperatorParts } from './assemble.ts';
import { createLeaseFixture, type LeaseFixture } from '../../fixtures/lease-fixture.ts';
import { silentHost } from '../../fixtures/silent-cluster.ts';
import { createElectionHealth } from './health/election-health.ts';
import { Injected } from './injected.ts';
import { lead } from './lead.ts';
import { createMetrics } from './metrics/index.ts';
import { parseSettings } from './settings/parse-settings.ts';
import { WriteFence } from './election/index.ts';

/** A controller whose work ends when the test ends it. */
class FakeController implements Controller {
  readonly name: string;
  readonly queue = undefined as never;
  /** The events of the controller, with times. */
  readonly events: string[] = [];
  leadership: Leadership | undefined;
  readonly objects = (): readonly never[] => [];
  readonly #now: () => number;
  readonly #obeys: boolean;
  #work = Promise.withResolvers<undefined>();

  /** @param obeys whether the work ends when the signal aborts */
  constructor(name: string, now: () => number, obeys: boolean) {
    this.name = name;
    this.#now = now;
    this.#obeys = obeys;
  }

  async run(leadership: Leadership, stop: AbortSignal): Promise<void> {
    this.leadership = leadership;
    this.#work = Promise.withResolvers();
    this.#record('runs');
    stop.addEventListener('abort', () => {
      this.#record('is to stop');
    });
    leadership.signal.addEventListener('abort', () => {
      const { reason } = leadership.signal as { reason: unknown };
      this.#record(isOperatorError(reason) ? reason.code : 'aborted');
      if (this.#obeys) this.finish();
    });
    await this.#work.promise;
    this.#record('ends');
  }

  finish(): void {
    this.#work.resolve(undefined);
  }

  fail(error: Error): void {
    this.#work.reject(error);
  }

  #record(event: string): void {
    this.events.push(`${event} @${String(this.#now() / 1000)}`);
  }
}

interface Process {
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly api: LeaseFixture;
  readonly first: FakeController;
  readonly second: FakeController;
  /** The result or error of `lead`. */
  outcome: unknown;
  /** Sends SIGTERM. */
  stop(): void;
}

/** A leading process with two controllers. */
async function startLeading(options: { argv?: readonly string[]; obeys?: boolean } = {}): Promise<Process> {
  const { argv = [], obeys = false } = options;
  const clock = createFakeClock();
  const api = createLeaseFixture('lock');
  const stop = new AbortController();
  const controllers = ['first', 'second'].map((name) => new FakeController(name, () => clock.monotonic(), obeys));
  const [first, second] = controllers as [FakeController, FakeController];
  const settings = parseSettings(argv, {}, { name: 'lock', version: '1', controllers: [], host: silentHost });
  const [logger, metrics] = [createRecordingLogger(), createMetrics(clock)];
  const parts: OperatorParts = {
    operated: { name: 'coffee', version: '1', controllers: [] },
    settings,
    clock,
    logger,
    metrics,
    client: api.client,
    caches: {
      of: failUnexpected,
      scoped: failUnexpected,
      run: failUnexpected,
      waitForSync: failUnexpected,
      states: [],
    },
    controllers,
    jobs: [],
    injected: new Injected([], {
      ...{ settings, clock, logger, registry: metrics.registry },
      ...{ transport: api.client.transport, beginWrite: failUnexpected },
    }),
    fence: new WriteFence(),
    electionHealth: createElectionHealth(clock, 15_000),
    credentialsHealth: () => true,
    stop: stop.signal,
    failed: () => {
      stop.abort(new OperatorError('STOPPED', 'continue'));
    },
  };
  const process: Process = {
    clock,
    api,
    first,
    second,
    outcome: 'leads',
    stop: () => {
      stop.abort(new OperatorError('STOPPED', 'continue'));
    },
  };
  void lead(parts).then(
    () => (process.outcome = 'over'),
    (error: unknown) => (process.outcome = error),
  );
  await clock.settle();
  expect(first.events).toEqual(['runs @0']);
  return process;
}

function failUnexpected(): never {
  throw new Error('leading does not need this call');
}

const elected = ['--leader-elect', '--lease-namespace', 'default'];
const timedOut = expect.objectContaining({ code: 'TIMED_OUT' }) as unknown;

describe.each([
  { how: 'with a Lease', argv: elected },
  { how: 'without a Lease', argv: [] },
])('a stop $how', ({ argv }) => {
  // id: case-28
  it('lets running work of every controller finish', async () => {
    const process = await startLeading({ argv });
    const { clock, first, second } = process;
    process.stop();
    await clock.advance(20_000);
    first.finish();
    await clock.settle();
    expect(first.events).toEqual(['runs @0', 'is to stop @0', 'ends @20']);
    expect(second.events).toEqual(['runs @0', 'is to stop @0']);
    first.leadership?.assertLeading();
    expect(process.outcome).toBe('leads');
  });

  it('is over as soon as all work has ended', async () => {
    const process = await startLeading({ argv });
    process.stop();
    await process.clock.advance(1000);
    process.first.finish();
    process.second.finish();
    await process.clock.settle();
    expect(process.outcome).toBe('over');
  });

  it('aborts running work after the grace period, and succeeds if that ends it', async () => {
    const process = await startLeading({ argv: [...argv, '--grace-period-seconds', '20'], obeys: true });
    await process.clock.advance(7000);
    process.stop();
    await process.clock.advance(19_999);
    expect(process.first.events).toEqual(['runs @0', 'is to stop @7']);
    await process.clock.advance(1);
    expect(process.first.events.slice(2)).toEqual(['STOPPED @27', 'ends @27']);
    expect(process.outcome).toBe('over');
  });

  it('abandons work that ignores its signal 5 s after the grace period', async () => {
    const process = await startLeading({ argv: [...argv, '--grace-period-seconds', '20'] });
    process.stop();
    await process.clock.advance(24_999);
    expect(process.outcome).toBe('leads');
    await process.clock.advance(1);
    expect(process.outcome).toEqual(timedOut);
  });

  it('waits for at most one more grace period', async () => {
    const process = await startLeading({ argv: [...argv, '--grace-period-seconds', '2'] });
    process.stop();
    await process.clock.advance(3999);
    expect(process.outcome).toBe('leads');
    await process.clock.advance(1);
    expect(process.outcome).toEqual(timedOut);
  });
});

describe('the Lease', () => {
  // id: case-28
  it('is renewed while work finishes, and released after it', async () => {
    const process = await startLeading({ argv: elected });
    process.stop();
    await process.clock.advance(20_000);
    expect(process.api.lease?.spec.holderIdentity).toMatch(/^pod_/);
    const renewals = process.api.verbs.filter((verb) => verb === 'update').length;
    expect(renewals).toBe(10);
    process.first.finish();
    process.second.finish();
    await process.clock.settle();
    expect(process.outcome).toBe('over');
    expect(process.api.lease?.spec.holderIdentity ?? '').toBe('');
  });

  it('has the name, the namespace and the times of the settings', async () => {
    const times = ['--lease-duration-seconds', '40', '--renew-deadline-seconds', '30', '--retry-period-seconds', '5'];
    const process = await startLeading({ argv: [...elected, ...times] });
    await process.clock.advance(10_000);
    expect(process.api.verbs).toEqual(['get', 'create', 'update', 'update']);
    expect(process.api.lease?.spec.leaseDurationSeconds).toBe(40);
  });
});

describe('a lost leadership', () => {
  const lose = async ({ api, clock }: Process): Promise<void> => {
    api.write({ ...api.lease?.spec, holderIdentity: 'another' });
    await clock.advance(2000);
  };

  // id: case-28
  it('aborts running work at once', async () => {
    const process = await startLeading({ argv: elected });
    await lose(process);
    expect(process.first.events).toEqual(['runs @0', 'NOT_LEADER @2']);
    expect(process.second.events).toEqual(['runs @0', 'NOT_LEADER @2']);
    expect(() => process.first.leadership?.assertLeading()).toThrow(expect.objectContaining({ code: 'NOT_LEADER' }));
  });

  // id: case-28
  it('is followed by another campaign in the same process', async () => {
    const process = await startLeading({ argv: elected, obeys: true });
    await lose(process);
    expect(process.outcome).toBe('leads');
    process.api.write({ ...process.api.lease?.spec, holderIdentity: '' });
    await process.clock.advance(2000);
    expect(process.first.events.slice(0, 3)).toEqual(['runs @0', 'NOT_LEADER @2', 'ends @2']);
    expect(process.first.events[3]).toMatch(/^runs @/);
    process.first.leadership?.assertLeading();
  });

  // id: case-28
  it('gives work that ignores its signal one grace period, and then ends the process', async () => {
    const process = await startLeading({ argv: elected });
    await lose(process);
    await process.clock.advance(29_999);
    expect(process.outcome).toBe('leads');
    await process.clock.advance(1);
    expect(process.outcome).toEqual(timedOut);
  });
});

describe('a controller that fails', () => {
  it('stops the others in order, and ends the process with its error', async () => {
    const process = await startLeading({ argv: elected });
    process.second.fail(new Error('the kitchen is on fire'));
    await process.clock.advance(1000);
    expect([process.outcome, process.first.events]).toEqual(['leads', ['runs @0', 'is to stop @0']]);
    expect(process.api.lease?.spec.holderIdentity).not.toBe('');

    process.first.finish();
    await process.clock.settle();

    expect(process.outcome).toEqual(new Error('the kitchen is on fire'));
    expect(process.api.lease?.spec.holderIdentity).toBe('');
  });
});
