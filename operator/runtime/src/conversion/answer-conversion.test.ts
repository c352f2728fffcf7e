import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { buildCafe, CafeV1, CafeV2, cafeVersions, fromV1 } from '../../fixtures/cafe-versions.ts';
import type { Reviewed } from '../admission/index.ts';
import type { KubeObject } from '../base/index.ts';
import { ApiError } from '../client/index.ts';
import { createConversions } from './answer-conversion.ts';
import { type ConversionDefinition, defineConversion } from './define-conversion.ts';
import { createMinuteFilter } from './report-failure.ts';
import { spoke } from './spoke.ts';

function setUpConversions(...conversions: readonly ConversionDefinition[]) {
  const logger = createRecordingLogger();
  const observed: string[] = [];
  let turns = 0;
  const answers = createConversions({
    conversions,
    clock: { ...createFakeClock(), yieldIfDue: () => ((turns += 1), Promise.resolve()) },
    logger,
    observer: {
      onBegin: (conversion) => {
        observed.push(`${conversion} began`);
        return (status, objects) => observed.push(`${conversion} ${String(status)} ${String(objects)}`);
      },
      onFailed: (conversion, reason) => observed.push(`${conversion} ${reason}`),
    },
  });
  const post = (path: string, body: string): Promise<Reviewed> =>
    answers({ path, query: new URLSearchParams('timeout=30s'), body });
  const ask = async (to: string, ...objects: readonly KubeObject[]): Promise<unknown> => {
    const request = { uid: '7', desiredAPIVersion: to, objects };
    const review = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request };
    const answer = await post('/convert/cafe', JSON.stringify(review));
    return (JSON.parse(answer.body) as { response: unknown }).response;
  };
  return { logger, observed, post, ask, turns: () => turns };
}

const buildV1 = (euros: number, more: object = {}) => buildCafe('v1', { spec: { euros, labels: {}, ...more } });
const buildFailing = (message: string) => ({
  ...{ uid: '7', convertedObjects: [], result: { status: 'Failure', message } },
});

interface ReviewInput {
  readonly from?: string;
  readonly to?: string;
}

describe('a review', () => {
  it('has all objects converted, in order, from any version', async () => {
    const { ask, observed, turns } = setUpConversions(cafeVersions);
    const hub = buildCafe('v2', { spec: { espresso: { cents: 7, currency: 'EUR' }, labels: {} } });

    expect(await ask('example.com/v2', buildV1(3), hub, buildV1(1))).toMatchObject({
      uid: '7',
      convertedObjects: [
        { apiVersion: 'example.com/v2', spec: { espresso: { cents: 300 } } },
        hub,
        { apiVersion: 'example.com/v2', spec: { espresso: { cents: 100 } } },
      ],
      result: { status: 'Success' },
    });
    expect(observed).toEqual(['cafe began', 'cafe 200 3']);
    expect(turns()).toBe(3);
  });

  it('fails with the object and the field if an object has no equivalent', async () => {
    const { ask, observed, logger } = setUpConversions(cafeVersions);
    const words =
      'Cafe bar/blue cannot be converted from v1 to v2: spec.motto: Invalid value: "closed": a closed cafe is none';

    expect(await ask('example.com/v2', buildV1(1), buildV1(2, { motto: 'closed' }))).toEqual(buildFailing(words));
    // The API server passes the message on to the operator, which logs why it cannot list the kind.
    const { message } = new ApiError('list cafes', { status: 500, body: { kind: 'Status', message: words } });
    expect(message).toContain(': Cafe bar/blue cannot be converted from v1 to v2: spec.motto: [redacted]');
    expect(message).not.toContain('closed');
    expect(observed).toEqual(['cafe began', 'cafe Unconvertible', 'cafe 200 0']);
    const fields = { conversion: 'cafe', object: 'bar/blue', from: 'example.com/v1', to: 'example.com/v2' };
    expect(logger.records).toEqual([
      {
        ...{ level: 'warn', message: 'failed to convert an object' },
        fields: { ...fields, reason: 'Unconvertible', fields: ['spec.motto'] },
      },
    ]);
    expect(JSON.stringify(logger.records)).not.toContain('closed');
  });

  it('fails with the error of a function, which is logged without the object', async () => {
    const broken = defineConversion(CafeV2, [
      spoke(CafeV1, {
        toHub: () => {
          throw new RangeError('no such price');
        },
        fromHub: fromV1.fromHub as never,
      }),
    ]);
    const { ask, observed, logger } = setUpConversions(broken);

    expect(await ask('example.com/v2', buildV1(2, { motto: 'secret' }))).toEqual(
      buildFailing('Cafe bar/blue cannot be converted from v1 to v2: toHub of v1 failed: no such price'),
    );
    expect(observed).toContain('cafe Threw');
    expect(logger.lines).toEqual([{ level: 'error', message: 'a conversion failed', error: 'no such price' }]);
    expect(JSON.stringify(logger.records)).not.toContain('secret');
  });

  it('keeps integers beyond 2^53 exact, and rejects calculations with them', async () => {
    const large = '9007199254740993';
    const review = (spec: string) =>
      `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"uid":"7","desiredAPIVersion":"example.com/v2","objects":[{"apiVersion":"example.com/v1","kind":"Cafe","metadata":{"name":"blue","namespace":"bar"},"spec":${spec}}]}}`;
    const copying = defineConversion(CafeV2, [
      spoke(CafeV1, {
        toHub: ({ spec }) => ({ spec: { ...spec, many: [spec.euros, 1] } as never }),
        fromHub: ({ spec }) => ({ spec: spec as never }),
      }),
    ]);
    const calculating = setUpConversions(cafeVersions);

    const { body } = await setUpConversions(copying).post('/convert/cafe', review(`{"euros":${large},"labels":{}}`));
    expect(body).toContain(`"spec":{"euros":${large},"labels":{},"many":[${large},1]}`);

    const refused = await calculating.post('/convert/cafe', review(`{"euros":${large},"labels":{}}`));
    expect(refused.body).toContain(
      `Cafe bar/blue cannot be converted from v1 to v2: spec.euros: Invalid value: ${large}`,
    );
    expect(calculating.observed).toContain('cafe Inexact');
    const text = JSON.stringify(calculating.logger);
    expect(text).not.toContain(large);
  });

  it('that fails again is counted again, and logged once', async () => {
    const { ask, observed, logger } = setUpConversions(cafeVersions);
    for (const _time of [1, 2, 3]) await ask('example.com/v2', buildV1(2, { motto: 'closed' }));
    await ask('example.com/v2', {
      ...buildV1(2, { motto: 'closed' }),
      metadata: { ...buildV1(2).metadata, name: 'red' },
    });
    expect(observed.filter((each) => each === 'cafe Unconvertible')).toHaveLength(4);
    expect(logger.records.map(({ fields }) => fields['object'])).toEqual(['bar/blue', 'bar/red']);
  });

  it.each([
    ['the wanted version', { to: 'example.com/v3' }, 'from v1 to v3: unknown version example.com/v3'],
    ['the wanted group', { to: 'other.com/v2' }, 'from v1 to v2: unknown version other.com/v2'],
    [
      ...(['the version of an object', { from: 'example.com/v9' }] as const),
      'from v9 to v2: Cafe of example.com/v9 is not a version of Cafe.example.com',
    ],
  ])('fails if %s is unknown', async (_, { from = 'example.com/v1', to = 'example.com/v2' }: ReviewInput, message) => {
    const object = { ...buildV1(1), apiVersion: from };
    const { ask, observed, logger } = setUpConversions(cafeVersions);

    expect(await ask(to, object)).toEqual(buildFailing(`Cafe bar/blue cannot be converted ${message}`));
    expect(observed).toContain('cafe UnknownVersion');
    expect(logger.records).toMatchObject([{ level: 'warn', fields: { reason: 'UnknownVersion' } }]);
  });

  it('names an object by its generateName if it has no name yet', async () => {
    const { ask } = setUpConversions(cafeVersions);
    const { name: _name, ...metadata } = buildV1(1).metadata;
    const unnamed = { ...buildV1(1), metadata: { ...metadata, generateName: 'blue-' } } as unknown as KubeObject;

    expect(JSON.stringify(await ask('example.com/v9', unnamed))).toContain('Cafe bar/blue-… cannot');
  });

  it.each(['/convert/bar', '/validate/cafe', '/convert/cafe/x', '/convert', '/'])(
    'has no conversion at %s',
    async (path) => {
      const { post, observed } = setUpConversions(cafeVersions);

      expect(await post(path, '{}')).toMatchObject({ status: 404, body: 'unknown conversion\n' });
      expect(observed).toEqual([]);
    },
  );

  it('that is malformed is rejected with the reason', async () => {
    const { post, observed } = setUpConversions(cafeVersions);

    expect(await post('/convert/cafe', '{')).toMatchObject({ status: 400, body: 'the body is not JSON\n' });
    expect(observed).toEqual(['cafe began', 'cafe 400 0']);
  });
});

it('a text is new again after a minute', async () => {
  const clock = createFakeClock();
  const isNew = createMinuteFilter(clock);
  expect(['a', 'a', 'b'].map(isNew)).toEqual([true, false, true]);
  await clock.advance(59_999);
  expect(isNew('a')).toBe(false);
  await clock.advance(1);
  expect(['a', 'a'].map(isNew)).toEqual([true, false]);
});

it('the oldest of very many texts are forgotten', () => {
  const isNew = createMinuteFilter(createFakeClock());
  for (let index = 0; index <= 1_000; index += 1) expect(isNew(String(index))).toBe(true);
  expect(isNew('1000')).toBe(false);
  expect(isNew('0')).toBe(true);
});
