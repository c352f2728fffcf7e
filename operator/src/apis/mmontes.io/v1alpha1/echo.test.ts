import { describe, expect, it } from 'vitest';

import { Echo } from './echo.ts';
import { message } from './message.ts';
import { ScheduledEcho } from './scheduled-echo.ts';

const parts = ({ crd }: typeof Echo | typeof ScheduledEcho) => {
  const [version] = crd.spec.versions;
  const schema = version?.schema.openAPIV3Schema;
  const { spec, status } = schema?.properties ?? {};
  return { version, schema, spec, status };
};

describe('the Echo API', () => {
  const { version, schema, spec, status } = parts(Echo);

  it('keeps the names that existing manifests use', () => {
    expect(Echo).toMatchObject({ group: 'mmontes.io', version: 'v1alpha1', kind: 'Echo', namespaced: true });
    expect(Echo.crd.metadata.name).toBe('echos.mmontes.io');
    expect(Echo.crd.spec.names).toEqual({
      ...{ kind: 'Echo', listKind: 'EchoList', plural: 'echos', singular: 'echo', shortNames: ['ec'] },
    });
  });

  it('requires a message, and nothing else', () => {
    expect(Object.keys(spec?.properties ?? {})).toEqual(['message']);
    expect(spec?.required).toEqual(['message']);
  });

  it('accepts every name that a Job can have, also with dots, on creation only', () => {
    const [, length, ...others] = schema?.['x-kubernetes-validations'] ?? [];
    expect(others).toEqual([]);
    expect(length).toMatchObject({
      rule: 'oldSelf.hasValue() || (self.metadata.name.size() <= 63)',
      message: expect.stringMatching(/^metadata\.name must be at most 63 characters/) as string,
    });
  });

  it('has a status with the Job, the last generation that was printed or failed, and conditions', () => {
    const fields = [
      'observedGeneration',
      'jobName',
      'jobDeletionTime',
      'echoedGeneration',
      'succeeded',
      'completionTime',
      'conditions',
    ];
    expect(Object.keys(status?.properties ?? {})).toEqual(fields);
    expect(status?.properties?.['echoedGeneration']).toMatchObject({ type: 'integer', format: 'int64' });
    expect(status).not.toHaveProperty('required');
  });

  it('has these columns in kubectl get', () => {
    const columns = version?.additionalPrinterColumns.map(({ name, type, priority = 0 }) => [name, type, priority]);
    expect(columns).toEqual([
      ['Ready', 'string', 0],
      ['Reason', 'string', 0],
      ['Completed', 'date', 0],
      ['Age', 'date', 0],
      ['Message', 'string', 0],
    ]);
  });
});

describe('the ScheduledEcho API', () => {
  const { version, schema, spec, status } = parts(ScheduledEcho);

  it('keeps the names that existing manifests use', () => {
    expect(ScheduledEcho).toMatchObject({ group: 'mmontes.io', version: 'v1alpha1', namespaced: true });
    expect(ScheduledEcho.crd.metadata.name).toBe('scheduledechos.mmontes.io');
    expect(ScheduledEcho.crd.spec.names).toEqual({
      ...{ kind: 'ScheduledEcho', listKind: 'ScheduledEchoList' },
      ...{ plural: 'scheduledechos', singular: 'scheduledecho', shortNames: ['sec'] },
    });
  });

  it('requires a message and a schedule, and is not suspended by default', () => {
    expect(Object.keys(spec?.properties ?? {})).toEqual(['message', 'schedule', 'timeZone', 'suspend']);
    expect(spec?.required).toEqual(['message', 'schedule']);
    expect(spec?.properties?.['suspend']).toMatchObject({ type: 'boolean', default: false });
  });

  it('does not validate schedule and time zone: Kubernetes validates those of the CronJob', () => {
    for (const field of ['schedule', 'timeZone']) {
      const { type, minLength, description, ...rules } = spec?.properties?.[field] ?? {};
      expect([type, minLength, description === undefined]).toEqual(['string', 1, false]);
      expect(rules).toEqual({});
    }
  });

  it('refuses names that are too long for a CronJob, on creation only', () => {
    const [, length, ...others] = schema?.['x-kubernetes-validations'] ?? [];
    expect(others).toEqual([]);
    expect(length?.rule).toBe('oldSelf.hasValue() || (self.metadata.name.size() <= 52)');
  });

  it('has a status with the last schedule time, the number of running Jobs, and conditions', () => {
    const fields = ['observedGeneration', 'lastScheduleTime', 'active', 'conditions'];
    expect(Object.keys(status?.properties ?? {})).toEqual(fields);
  });

  it('has these columns in kubectl get', () => {
    const columns = version?.additionalPrinterColumns.map(({ name, type, priority = 0 }) => [name, type, priority]);
    expect(columns).toEqual([
      ['Ready', 'string', 0],
      ['Reason', 'string', 1],
      ['Schedule', 'string', 0],
      ['Time Zone', 'string', 1],
      ['Suspend', 'boolean', 0],
      ['Active', 'integer', 0],
      ['Last Schedule', 'date', 0],
      ['Age', 'date', 0],
      ['Message', 'string', 1],
    ]);
  });
});

describe('both APIs', () => {
  it('accept every message that can be an argument of a program, also the empty one', () => {
    for (const { spec } of [parts(Echo), parts(ScheduledEcho)]) {
      expect(spec?.properties?.['message']).toBe(message.json);
    }
    const { minLength, maxLength, pattern, 'x-kubernetes-validations': rules = [] } = message.json;
    expect([minLength, pattern, maxLength]).toEqual([undefined, undefined, 131_071]);
    expect(rules.map(({ rule }) => rule)).toEqual([
      'bytes(self).size() <= 131071',
      String.raw`!self.contains('\u0000')`,
    ]);
  });

  it('describe every field', () => {
    for (const { schema, spec, status } of [parts(Echo), parts(ScheduledEcho)]) {
      const fields = Object.entries({ ...spec?.properties, ...status?.properties, ...schema?.properties });
      const missing = fields.filter(([, { description = '' }]) => !/^[A-Z].+\.$/.test(description));
      expect(missing.map(([name]) => name)).toEqual(['metadata']);
    }
  });
});
