import { describe, expect, it } from 'vitest';

import { Pet } from './pet.ts';

const [version] = Pet.crd.spec.versions;
const schema = version?.schema.openAPIV3Schema;
const spec = schema?.properties?.['spec'];
const status = schema?.properties?.['status'];
const birthday = spec?.properties?.['birthday'];

describe('the Pet API', () => {
  it('keeps the name that existing manifests use', () => {
    expect(Pet).toMatchObject({
      ...{ group: 'petstore.example.com', version: 'v1alpha1', kind: 'Pet', plural: 'pets' },
      shortNames: [],
    });
    expect(Pet.crd.metadata.name).toBe('pets.petstore.example.com');
    expect(Pet.crd.spec.scope).toBe('Namespaced');
  });

  it('requires name, type and birthday, as the original did, and has no other fields', () => {
    expect(spec?.required).toEqual(['name', 'type', 'birthday']);
    expect(Object.keys(spec?.properties ?? {})).toEqual(['name', 'type', 'birthday']);
  });

  it('accepts names of 1 to 63 characters without blanks at their ends', () => {
    expect(spec?.properties?.['name']).toMatchObject({
      ...{ type: 'string', minLength: 1, maxLength: 63 },
      'x-kubernetes-validations': [
        {
          rule: 'self.trim() == self',
          message: 'name must not begin or end with blanks: the store would cut them off',
        },
      ],
    });
  });

  it('accepts the four types', () => {
    expect(spec?.properties?.['type']).toMatchObject({ type: 'string', enum: ['dog', 'cat', 'bird', 'reptile'] });
  });

  it.each([
    ['2021-04-01', true],
    ['2021-04-01T00:00:00Z', true],
    ['2021-04-01t00:00:00z', true],
    ['2021-04-01T23:59:59.123456789+05:30', true],
    ['2021-04-01T00:00:00', false],
    ['2021-04-01T00:00Z', false],
    ['2021-04-01 00:00:00Z', false],
    ['2021-04-01T00:00:00+24:00', false],
    ['2021-4-1', false],
    ['21-04-01', false],
    ['2021-04-01\n', false],
  ])('BUG-PS-8 accepts the form of the birthday %j: %s', (text, good) => {
    expect(new RegExp(birthday?.pattern ?? 'missing', 'u').test(text)).toBe(good);
  });

  it('has a rule that the birthday is a day of the calendar', () => {
    const [calendar, ...others] = birthday?.['x-kubernetes-validations'] ?? [];
    expect(others).toEqual([]);
    expect(calendar?.rule).toContain('timestamp(');
    expect(calendar?.message).toBe(
      'birthday must be a day that the calendar has, from 0001-01-01 to 9999-12-31 in UTC',
    );
  });

  it('has no format for the birthday: cdk8s would type it as Date, which it cannot synthesize', () => {
    expect(birthday).toMatchObject({ type: 'string' });
    expect(birthday).not.toHaveProperty('format');
  });

  it('has a status with the id, the time of the last sync, a pending addition, and conditions', () => {
    expect(Object.keys(status?.properties ?? {})).toEqual([
      'observedGeneration',
      'id',
      'lastSyncTime',
      'adding',
      'conditions',
    ]);
    expect(status).not.toHaveProperty('required');
    expect(version?.subresources).toEqual({ status: {} });
  });

  it('has these columns in kubectl get', () => {
    const columns = version?.additionalPrinterColumns ?? [];
    expect(columns.map(({ name, jsonPath }) => [name, jsonPath])).toEqual([
      ['Ready', '.status.conditions[?(@.type=="Ready")].status'],
      ['Reason', '.status.conditions[?(@.type=="Ready")].reason'],
      ['Pet', '.spec.name'],
      ['Type', '.spec.type'],
      ['Birthday', '.spec.birthday'],
      ['Synced', '.status.conditions[?(@.type=="Synced")].status'],
      ['Id', '.status.id'],
      ['Age', '.metadata.creationTimestamp'],
    ]);
    expect(columns.filter(({ priority = 0 }) => priority > 0).map(({ name }) => name)).toEqual(['Reason', 'Birthday']);
  });

  it('requires a spec on creation, and has no rule about metadata.name', () => {
    expect(schema?.['x-kubernetes-validations']).toEqual([
      {
        rule: 'has(self.spec) || oldSelf.hasValue() && !has(oldSelf.value().spec)',
        message: 'spec is required',
        reason: 'FieldValueRequired',
        fieldPath: '.spec',
        optionalOldSelf: true,
      },
    ]);
  });
});
