import { mkdir, mkdtemp, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import type { KeyPair } from './authority.ts';
import { type CertificateObserver, followKeyPair, type FollowOptions, readKeyPair } from './key-pair-files.ts';
import { createSelfSigned } from './issuer.ts';

let folder = '';
let first: KeyPair;
let second: KeyPair;

beforeAll(async () => {
  const make = (name: string): Promise<KeyPair> => createSelfSigned([{ type: 'dns', value: name }], createFakeClock());
  [first, second] = await Promise.all([make('first'), make('second')]);
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-pair-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write({ certificate, key }: KeyPair, into = folder): Promise<void> {
  await mkdir(into, { recursive: true });
  await writeFile(join(into, 'tls.crt'), certificate);
  await writeFile(join(into, 'tls.key'), key);
}

interface Counts extends CertificateObserver {
  reads: number;
  failures: number;
}

function createCountingObserver(): Counts {
  return {
    reads: 0,
    failures: 0,
    onRead() {
      this.reads += 1;
    },
    onFailed() {
      this.failures += 1;
    },
  };
}

/** Follows the folder with a fake clock. The returned function makes it read the files again. */
function followFiles(current: KeyPair): {
  readonly seen: KeyPair[];
  readonly observer: Counts;
  readonly logger: ReturnType<typeof createRecordingLogger>;
  look(): Promise<void>;
  end(): Promise<number>;
} {
  const clock = createFakeClock();
  const observer = createCountingObserver();
  const logger = createRecordingLogger();
  const seen: KeyPair[] = [];
  const options: FollowOptions = {
    folder,
    current,
    clock,
    logger,
    observer,
    onReplaced: (pair) => void seen.push(pair),
  };
  const stop = new AbortController();
  const done = followKeyPair(options, stop.signal);
  return {
    seen,
    observer,
    logger,
    async look() {
      const before = observer.reads + observer.failures;
      await clock.advance(10_000);
      // Reading files takes real time, which the fake clock does not advance.
      await expect.poll(() => observer.reads + observer.failures).toBe(before + 1);
      await expect.poll(() => clock.timers).toBe(1);
    },
    async end() {
      stop.abort();
      await done;
      return clock.timers;
    },
  };
}

describe('readKeyPair', () => {
  it('reads tls.crt and tls.key', async () => {
    await write(first);
    const observer = createCountingObserver();
    expect(await readKeyPair(folder, observer)).toEqual(first);
    expect(observer).toMatchObject({ reads: 1, failures: 0 });
  });

  it('names the missing file and its folder', async () => {
    const observer = createCountingObserver();
    const reading = readKeyPair(folder, observer);
    await expect(reading).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
    await expect(reading).rejects.toThrow(`read the certificate in ${folder}: ENOENT`);
    expect(observer).toMatchObject({ reads: 0, failures: 1 });
  });

  it('rejects the key of another certificate', async () => {
    await write({ certificate: first.certificate, key: second.key });
    await expect(readKeyPair(folder, createCountingObserver())).rejects.toThrow('a matching tls.crt and tls.key');
  });
});

describe('followKeyPair', () => {
  it('passes on a new pair once', async () => {
    await write(first);
    const { seen, observer, look, end } = followFiles(first);
    await look();
    expect(seen).toEqual([]);
    await write(second);
    await look();
    await look();
    expect(seen).toEqual([second]);
    expect(observer).toMatchObject({ reads: 3, failures: 0 });
    expect(await end()).toBe(0);
  });

  it('follows a symlink that a kubelet switches to another folder', async () => {
    await write(first, join(folder, 'v1'));
    await write(second, join(folder, 'v2'));
    await symlink('v1', join(folder, '..data'));
    for (const name of ['tls.crt', 'tls.key']) await symlink(join('..data', name), join(folder, name));
    const { seen, look, end } = followFiles(first);
    await look();
    expect(seen).toEqual([]);
    await unlink(join(folder, '..data'));
    await symlink('v2', join(folder, '..data'));
    await look();
    expect(seen).toEqual([second]);
    await end();
  });

  it('keeps the last good pair, logs and counts while the files are unusable', async () => {
    await write(first);
    const { seen, observer, logger, look, end } = followFiles(first);
    await writeFile(join(folder, 'tls.crt'), 'half of it');
    await look();
    expect(seen).toEqual([]);
    expect(observer).toMatchObject({ reads: 0, failures: 1 });
    expect(logger.lines).toEqual([
      { level: 'warn', message: 'failed to reload the certificate; the previous certificate stays in use' },
    ]);
    await write(second);
    await look();
    expect(seen).toEqual([second]);
    await end();
  });
});
