import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Environment, environmentGroup, toJsonSchema } from '../options/index.ts';

import { environments, findEnvironment } from './environments.ts';
import { loadEnvironment } from './load.ts';

describe('environments', () => {
  it('are the same after a round trip through JSON', () => {
    expect(JSON.parse(JSON.stringify(environments))).toEqual(environments);
    expectTypeOf(environments).toExtend<readonly Environment[]>();
  });
});

describe('the JSON Schema of an environment', () => {
  const schema = toJsonSchema(environmentGroup) as { readonly properties: Readonly<Record<string, object>> };

  it('has every key of an environment only', () => {
    for (const environment of environments)
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(schema).toMatchObject({ type: 'object', required: ['name', 'namespace'], additionalProperties: false });
  });

  it('has types, bounds and values', () => {
    expect(schema.properties).toMatchObject({
      replicas: { type: 'integer', minimum: 0 },
      policies: { enum: ['enforce', 'warn', 'off'] },
      webhooks: { anyOf: [{ const: false }, { type: 'object', additionalProperties: false }] },
      settings: { type: 'object', propertyNames: { pattern: '^[a-z][A-Za-z0-9]*$' } },
    });
    expect(schema.properties['monitoring']).toMatchObject({
      properties: {
        alerts: {
          anyOf: [
            { const: false },
            {
              properties: {
                OperatorApiErrors: {
                  anyOf: [
                    { const: false },
                    { properties: { above: { type: 'number', minimum: 0, exclusiveMaximum: 1 } } },
                  ],
                },
              },
            },
          ],
        },
      },
    });
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});

describe('loadEnvironment', () => {
  function loadText(text: string): Environment {
    const folder = mkdtempSync(path.join(tmpdir(), 'environment-'));
    try {
      writeFileSync(path.join(folder, 'north.yaml'), text);
      return loadEnvironment(path.join(folder, 'north.yaml'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('reads JSON, which is also YAML', () => {
    const environment = findEnvironment('production');
    expect(loadText(JSON.stringify(environment))).toEqual(environment);
  });

  it('reads overrides of alerts', () => {
    const alerts = 'alerts: { OperatorDown: false, OperatorQueueSlow: { above: 10m } }';
    const { monitoring } = loadText(`name: north\nnamespace: system\nmonitoring: { ${alerts} }\n`);
    expect(monitoring).toEqual({ alerts: { OperatorDown: false, OperatorQueueSlow: { above: '10m' } } });
  });

  it('reads YAML', () => {
    expect(loadText('name: north\nnamespace: system\nresources:\n  cpuLimit: 1.5\n')).toEqual({
      name: 'north',
      namespace: 'system',
      resources: { cpuLimit: 1.5 },
    });
  });

  it.each([
    ['name: north', /failed to read .*north\.yaml: namespace must be the name of a namespace .*, but is absent$/],
    [
      'name: North\nnamespace: system\nreplica: 3',
      /name must be a DNS label .*; replica is unknown: did you mean replicas\?$/,
    ],
    [
      'name: north\nnamespace: system\nmetrics: { secure: yes }',
      /north\.yaml: .*metrics\.secure is true in YAML 1\.1 and "yes" in YAML 1\.2/,
    ],
    ['- north', /the document must be an object/],
    ['', /it must have one document, but has 0$/],
    ['a: [', /failed to read .*north\.yaml: failed to read YAML/],
  ])('rejects %j', (text, message) => {
    expect(() => loadText(text)).toThrow(message);
  });

  it('throws if the file does not exist', () => {
    expect(() => loadEnvironment('nowhere.yaml')).toThrow(
      /nowhere\.yaml does not exist: it must be a file of an environment/,
    );
  });
});

describe('findEnvironment', () => {
  it('returns the environment with the name', () => {
    expect(findEnvironment('dev')).toBe(environments[1]);
  });

  it('throws with the names of all environments for an unknown name', () => {
    expect(() => findEnvironment('prod')).toThrow(
      'the environment "prod" does not exist: choose one of embedded, dev, staging, production',
    );
  });
});
