import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../../testing/src/recording-logger.ts';
import { defineApi, t } from '../../api/index.ts';
import type { ApiResponse, Transport } from '../../client/index.ts';
import type { Checks } from './health-endpoint.ts';
import { watchServedKinds } from './served-kinds.ts';

const Menu = defineApi({ group: 'example.com', version: 'v1', kind: 'Menu', spec: t.object({}) });
const served = { status: 200, body: { resources: [{ name: 'menus/status' }, { name: 'menus' }] } };
const missing = 'the API server does not serve menus of example.com/v1: apply the CRD';

let clock: FakeClock;
let logger: ReturnType<typeof createRecordingLogger>;
let paths: string[];
let answer: () => Pick<ApiResponse, 'status' | 'body'>;
const end = { controller: new AbortController() };

beforeEach(() => {
  clock = createFakeClock();
  logger = createRecordingLogger();
  paths = [];
  answer = () => ({ status: 404, body: '404 page not found' });
  end.controller = new AbortController();
});

afterEach(() => {
  end.controller.abort();
});

function failed(error: unknown): never {
  throw error;
}

function watch(): () => Promise<unknown> {
  const transport = {
    call: ({ path }: { path: string }) => {
      paths.push(path);
      return Promise.resolve().then(() => answer());
    },
  } as unknown as Transport;
  const { signal } = end.controller;
  const checks: Checks = watchServedKinds([Menu], { transport, clock, logger, timeoutMs: 10_000, signal, failed });
  return async () => {
    await clock.advance(0);
    return checks['crd/Menu.example.com']?.();
  };
}

describe('the check of a kind without a controller', () => {
  it('fails until the API server serves the kind, and then stops asking', async () => {
    const check = watch();
    expect(await check()).toBe(missing);
    answer = () => served;
    await clock.advance(1_000);
    expect(await check()).toBe(true);
    await clock.advance(100_000);
    expect(paths).toEqual(['/apis/example.com/v1', '/apis/example.com/v1']);
  });

  it('fails if the group serves only other kinds, or a subresource of the same name', async () => {
    answer = () => ({ status: 200, body: { resources: [{ name: 'menus/status' }] } });
    expect(await watch()()).toBe(missing);
  });

  it('shows what the API server answers, and an answer that is missing', async () => {
    answer = () => ({ status: 403, body: {} });
    const check = watch();
    expect(await check()).toBe('discovery of example.com/v1 was answered with 403');
    answer = () => {
      throw new Error('refused');
    };
    await clock.advance(1_000);
    expect(await check()).toBe('refused');
  });

  it('is logged once if it fails for too long, and asks at most every 30 seconds', async () => {
    watch();
    await clock.advance(9_000);
    expect(logger.records).toEqual([]);
    await clock.advance(300_000);
    expect(logger.records).toMatchObject([
      {
        level: 'warn',
        message: 'the API server does not serve a kind; waiting for its CRD',
        fields: { kind: 'Menu.example.com', timeoutMs: 10_000, detail: missing },
      },
    ]);
    const before = paths.length;
    await clock.advance(60_000);
    expect(paths.length - before).toBe(2);
  });

  it('stops asking at the end of the process', async () => {
    watch();
    await clock.advance(0);
    end.controller.abort();
    await clock.advance(100_000);
    expect(paths).toHaveLength(1);
  });
});
