import { describe, expectTypeOf, it } from 'vitest';

import type { Kind, KubeObject } from '../base/index.ts';
import { CronJob, Pod } from '../kinds/index.ts';
import type { Reader } from './lookup.ts';
import type { DryRun } from './dry-run.ts';
import { defineWebhook } from './webhook.ts';

interface Cafe extends KubeObject {
  readonly spec: { readonly seats: number; readonly tables: readonly { readonly seats: number }[] };
}
declare const Cafe: Kind<Cafe>;

describe('the functions of a webhook', () => {
  it('get a whole object to validate, and one with optional fields to mutate', () => {
    defineWebhook(Cafe, {
      validate: ({ spec }, { oldObject }) => {
        expectTypeOf(spec.seats).toEqualTypeOf<number>();
        expectTypeOf(oldObject).toEqualTypeOf<Cafe | undefined>();
        return [];
      },
      mutate: (object) => {
        expectTypeOf(object.spec?.seats).toEqualTypeOf<number | undefined>();
        // @ts-expect-error -- the schema is not checked yet
        expectTypeOf(object.spec.seats).toBeNumber();
        return { ...object, spec: { ...object.spec, seats: 1 } };
      },
    });
  });

  it('can dry-run only declared kinds', () => {
    defineWebhook(Cafe, {
      dryRuns: { cronJobs: CronJob },
      validate: async (_, context) => {
        expectTypeOf(context.cronJobs).toEqualTypeOf<DryRun<CronJob>>();
        // @ts-expect-error -- not declared
        expectTypeOf(context.pods).toBeAny();
        // @ts-expect-error -- not a field of a CronJob
        return context.cronJobs.check({ metadata: { name: 'a' }, spec: { schedules: '' } });
      },
    });
  });

  it('can read only declared kinds', () => {
    defineWebhook(Cafe, {
      reads: { pods: Pod },
      validate: async (_, context) => {
        expectTypeOf(context.pods).toExtend<Reader<Pod>>();
        expectTypeOf(await context.pods.get('home')).toExtend<Pod | undefined>();
        // @ts-expect-error -- a reader only reads
        expectTypeOf(context.pods.faults).toBeAny();
        return [];
      },
    });
  });

  it('find only one handle under each name', () => {
    // @ts-expect-error -- the same name for a dry run
    defineWebhook(Cafe, { dryRuns: { pods: Pod }, reads: { pods: Pod }, validate: () => [] });
    // @ts-expect-error -- the context always has settings
    defineWebhook(Cafe, { reads: { settings: Pod }, validate: () => [] });
  });

  it('cannot use a reserved name for a dry run', () => {
    // @ts-expect-error -- `oldObject` is the stored object
    defineWebhook(Cafe, { dryRuns: { oldObject: Pod }, validate: () => [] });
  });

  it('return an object of the kind', () => {
    // @ts-expect-error -- a string is not a number
    defineWebhook(Cafe, { mutate: (object) => ({ ...object, spec: { seats: 'many' } }) });
  });
});
