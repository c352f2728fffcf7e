import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../../testing/src/recording-logger.ts';
import type { KeyPair } from '../../certificates/index.ts';
import { createSelfSigned } from '../../certificates/issuer.ts';
import { createFilesSource, OwnSource } from './certificate-source.ts';

let stop = new AbortController();
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
});

const buildPair = (certificate: string): KeyPair => ({ certificate, key: 'key' });

/** Starts a source. Its checks of the certificates end like `looks`, in order; further ones like the last. */
function startSource(...looks: readonly (string | Error)[]) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  let at = 0;
  const certificates = {
    refresh: async () => {
      const found = looks[Math.min(at, looks.length - 1)];
      at += 1;
      if (found instanceof Error) throw found;
      return { serving: buildPair(found ?? '') } as never;
    },
  };
  const corrected: number[] = [];
  const keeper = {
    run: () => Promise.resolve(),
    correct: (): Promise<void> => Promise.resolve(void corrected.push(clock.now())),
  };
  const failed = (error: unknown): void => {
    throw error;
  };
  const warnings: string[] = [];
  const warn = (reason: string, note: string): void => void warnings.push(`${reason}: ${note}`);
  const options = { certificates, keeper, settleMs: 30_000, clock, logger, failed, warn, signal: stop.signal };
  return { clock, logger, corrected, keeper, warnings, source: new OwnSource(options) };
}

describe('an own certificate', () => {
  it('is awaited, and the problem is reported, once a second', async () => {
    const { clock, source, warnings } = startSource(new Error('it is missing'), new Error('it is missing'), 'first');
    const problems: string[] = [];
    const tls = source.loadTls((text) => problems.push(text));

    await clock.advance(2_000);

    expect((await tls).keyPair).toEqual(buildPair('first'));
    expect(problems).toEqual(['it is missing', 'it is missing']);
    expect(warnings).toEqual(['WebhookCertificateFailed: it is missing']);
  });

  it('is checked three times within the settling time, together with caBundle', async () => {
    const { clock, source, corrected } = startSource('first', 'second');
    const { follow } = await source.loadTls(() => undefined);
    const shown: string[] = [];
    follow?.(({ certificate }) => shown.push(certificate));

    await clock.advance(29_999);
    expect(shown).toEqual(['second', 'second']);
    await clock.advance(1);
    expect(shown).toHaveLength(3);
    expect(corrected).toHaveLength(4);
  });

  it('stays while the Secret cannot be read, which is retried each second', async () => {
    const { clock, source, logger } = startSource('first', new Error('no connection'), 'second');
    const { follow } = await source.loadTls(() => undefined);
    const shown: string[] = [];
    follow?.(({ certificate }) => shown.push(certificate));

    await clock.advance(10_999);
    expect(shown).toEqual([]);
    expect(logger.lines).toEqual([
      { level: 'warn', message: expect.stringContaining('failed to read or write the webhook certificates') as string },
    ]);
    await clock.advance(1);
    expect(shown).toEqual(['second']);
    stop.abort();
    await clock.settle();
    expect(clock.timers).toBe(0);
  });
});

it('serves its certificate though caBundle cannot be set', async () => {
  const { source, logger, keeper } = startSource('first');
  keeper.correct = () => Promise.reject(new Error('it is forbidden'));

  expect((await source.loadTls(() => undefined)).keyPair).toEqual(buildPair('first'));
  expect(logger.lines).toHaveLength(1);
});

describe('a mounted certificate', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('is read from its files, and followed', async () => {
    const clock = createFakeClock(new Date());
    const made = await createSelfSigned([{ type: 'dns', value: 'hooks' }], clock);
    const source = createFilesSource(folder, {
      ...{ clock, logger: createRecordingLogger(), failed: () => undefined, signal: stop.signal },
      observer: { onRead: () => undefined, onFailed: () => undefined },
    });
    await expect(source.loadTls(() => undefined)).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });

    await writeFile(join(folder, 'tls.crt'), made.certificate);
    await writeFile(join(folder, 'tls.key'), made.key);
    const { keyPair, follow } = await source.loadTls(() => undefined);

    expect(keyPair).toEqual(made);
    follow?.(() => undefined);
    expect(clock.timers).toBe(1);
  });
});
