import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect, buildPath, type Status } from '../../../operator/runtime/src/client/index.ts';
import { buildPet, thor } from './pets.ts';

let client: Client;

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
});
afterAll(async () => {
  await client.transport.close();
});

/**
 * The message with which the API server rejects a Pet in a dry run with strict validation; `undefined` if it accepts
 * the Pet.
 */
async function getRejection(spec: Record<string, unknown> | undefined): Promise<string | undefined> {
  const { status, body } = await client.transport.call({
    method: 'POST',
    path: buildPath(Pet, { namespace: 'default' }),
    query: { dryRun: 'All', fieldValidation: 'Strict' },
    body: spec === undefined ? { ...buildPet('default', 'dry'), spec: undefined } : buildPet('default', 'dry', spec),
  });
  return status < 400 ? undefined : (body as Status).message;
}

describe('the API server', () => {
  it.each([
    ['without a name', { name: undefined }, 'spec.name: Required value'],
    ['with an empty name', { name: '' }, 'spec.name in body should be at least 1 chars long'],
    ['with a name of 64 characters', { name: 'a'.repeat(64) }, 'spec.name: Too long: may not be more than 63'],
    ...[' Thor', 'Thor ', '\tThor', 'Thor\n', '\u00a0Thor', 'Thor\u3000', ' '].map(
      (name) =>
        [
          `with white space at the start or the end of its name: ${JSON.stringify(name)}`,
          { name },
          'name must not begin or end with whitespace: the store would trim it',
        ] as const,
    ),
    ['without a type', { type: undefined }, 'spec.type: Required value'],
    ['that is a fish', { type: 'fish' }, 'supported values: "dog", "cat", "bird", "reptile"'],
    ['without a birthday', { birthday: undefined }, 'spec.birthday: Required value'],
    ['with an unknown field', { owner: 'me' }, 'unknown field "spec.owner"'],
  ] as const)('BUG-PS-2 BUG-PS-11 rejects a Pet %s, and names the allowed values', async (_what, change, words) => {
    expect(await getRejection({ ...thor, ...change })).toContain(words);
  });

  it.each<readonly [string, string]>([
    ['2021-04-01T00:00:00', 'spec.birthday in body should match'],
    ['2021-04-01T00:00Z', 'spec.birthday in body should match'],
    ['2021-04-01 00:00:00Z', 'spec.birthday in body should match'],
    ['01.04.2021', 'spec.birthday in body should match'],
    ['2021-4-1', 'spec.birthday in body should match'],
    ['2021-04-01T00:00:00+24:00', 'spec.birthday in body should match'],
    ['', 'spec.birthday in body should match'],
    ...['2021-02-29', '2021-02-30T00:00:00Z', '1900-02-29', '2021-04-31', '2021-13-01', '2021-00-01', '2021-01-00'].map(
      (day) => [day, 'birthday must be a valid date'] as const,
    ),
    ...['2021-04-01T24:00:00Z', '2021-04-01T23:60:00Z', '2021-04-01T23:59:60Z'].map(
      (time) => [time, 'birthday must be a valid date'] as const,
    ),
    ...['0000-01-01', '0001-01-01T00:00:00+01:00'].map((day) => [day, 'from 0001-01-01 to 9999-12-31 in UTC'] as const),
  ])('BUG-PS-8 rejects the birthday %j, and explains what is allowed', async (birthday, words) => {
    expect(await getRejection({ ...thor, birthday })).toContain(words);
  });

  it.each([
    '2021-04-01',
    '2021-04-01T00:00:00Z',
    '2021-04-01t00:00:00z',
    '2021-04-01T23:59:59.123456789-12:00',
    '2020-02-29',
    '2000-02-29T12:00:00Z',
    '0001-01-01',
    '9999-12-31',
  ])('BUG-PS-8 accepts the birthday %s', async (birthday) => {
    expect(await getRejection({ ...thor, birthday })).toBeUndefined();
  });

  it.each(['T', 'Thor the  first', '雷神', 'a'.repeat(63), '雷'.repeat(63)])('accepts the name %j', async (name) => {
    expect(await getRejection({ ...thor, name })).toBeUndefined();
  });

  it.each(['dog', 'cat', 'bird', 'reptile'])('accepts the type %s', async (type) => {
    expect(await getRejection({ ...thor, type })).toBeUndefined();
  });

  it('rejects a Pet without a spec', async () => {
    expect(await getRejection(undefined)).toContain('spec is required');
  });
});
