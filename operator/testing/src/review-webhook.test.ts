import { describe, expect, it } from 'vitest';

import { defineApi, defineWebhook, invalid, notFound, t } from '../../runtime/src/index.ts';
import { ConfigMap, CronJob } from '../../runtime/src/kinds/index.ts';
import { reviewWebhook } from './review-webhook.ts';

const Report = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Report',
  spec: t.object({ team: t.string(), recipients: t.array(t.string()) }),
});

const webhook = defineWebhook(Report, {
  dryRuns: { cronJobs: CronJob },
  reads: { configMaps: ConfigMap },
  settings: { most: { type: 'integer', default: 2, description: 'How many recipients at most.' } },
  mutate: ({ spec, ...report }) => ({
    ...report,
    spec: { ...spec, recipients: spec?.recipients?.map((each) => each.toLowerCase()) },
  }),
  async validate({ metadata, spec }, { configMaps, cronJobs, settings, warn }) {
    if (spec.recipients.length > settings.most) warn('many get this report');
    const teams = (await configMaps.get('teams'))?.data ?? {};
    const found = spec.team in teams ? [] : [notFound('spec.team', spec.team)];
    const { name } = metadata;
    return [...found, ...(await cronJobs.check({ metadata: { name }, spec: { schedule: '@daily' } }))];
  },
  validateDelete: ({ metadata: { name } }, { userInfo }) =>
    userInfo.username === 'boss' ? [] : [invalid('metadata.name', name, 'it stays')],
});

const metadata = { name: 'weekly', namespace: 'shop' };
const teams = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'teams', namespace: 'shop' },
  data: { sales: '' },
};
const report = (team: string, ...recipients: string[]) => ({ metadata, spec: { team, recipients } });

describe('a reviewed write', () => {
  it('is mutated, then validated', async () => {
    const object = report('sales', 'Ada', 'BO', 'cy');
    const reviewed = await reviewWebhook(webhook, { object, objects: [teams] });
    expect(reviewed).toMatchObject({
      object: { apiVersion: 'example.com/v1', kind: 'Report', spec: { recipients: ['ada', 'bo', 'cy'] } },
      errors: [],
      warnings: ['many get this report'],
    });
  });

  it('reads given objects, and uses given dry runs', async () => {
    const dryRuns = { cronJobs: () => [invalid('spec.schedule', '@daily', 'not today')] };
    const { errors } = await reviewWebhook(webhook, { object: report('none'), objects: [teams], dryRuns });
    expect(errors.map(({ path }) => path)).toEqual(['spec.team', 'spec.schedule']);
  });

  it('has the given settings', async () => {
    const { warnings } = await reviewWebhook(webhook, { object: report('sales', 'a'), settings: { most: 0 } });
    expect(warnings).toEqual(['many get this report']);
  });

  it('may be a rejected deletion, depending on the requester', async () => {
    const old = report('sales');
    expect((await reviewWebhook(webhook, { oldObject: old })).errors).toHaveLength(1);
    expect(await reviewWebhook(webhook, { oldObject: old, userInfo: { username: 'boss' } })).toEqual({
      ...{ object: undefined, errors: [], warnings: [] },
    });
  });

  it('fails if mutate changes its own result', async () => {
    const growing = defineWebhook(Report, {
      mutate: (object) => ({ ...object, spec: { ...object.spec, team: `${object.spec?.team ?? ''}!` } }),
    });
    await expect(reviewWebhook(growing, { object: report('sales') })).rejects.toThrow('replace /spec/team');
  });

  it('may remove a key that every JavaScript object inherits, like in the API server', async () => {
    const clearing = defineWebhook(Report, {
      mutate: (object) => ({ ...object, metadata: { ...object.metadata, annotations: {} } }),
    });
    const annotated = { ...metadata, annotations: { constructor: 'a', valueOf: 'b' } };
    const { object } = await reviewWebhook(clearing, { object: { ...report('sales'), metadata: annotated } });
    expect(object?.metadata).toHaveProperty('annotations', {});
  });

  it('cannot read undeclared kinds', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata };
    await expect(reviewWebhook(webhook, { object: report('sales'), objects: [secret] })).rejects.toThrow(
      'does not declare it',
    );
  });
});
