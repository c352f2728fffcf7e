import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';
import { isRecord } from '@kubewright/declaration';

import { getKubewrightDeclaration } from '../declaration/index.ts';
import { dev, environments, production } from '../environments/environments.ts';
import { environmentGroup, type JsonSchema, toJsonSchema } from '../options/index.ts';
import { listDescriptions } from '../testing/descriptions.ts';
import { zoo, zooWithWebhooks } from '../testing/zoo.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { createArchive, buildHelmChart } from './helm-chart.ts';
import { synthInstallation } from './chart-data.ts';
import { chartValues, renamedValues } from './values.ts';
import { parseComments } from './values-file.ts';
import { buildHelmRelease } from './values.ts';

const ours = getKubewrightDeclaration();

function getChartFile(declaration: typeof ours, file: string): string {
  return buildHelmChart(declaration).files.get(file) ?? '';
}

/** The paths of all options of an environment; does not descend into an option that one chart value sets as a whole. */
function listOptions(schema: JsonSchema, path = ''): readonly string[] {
  if (path !== '' && chartValues.some(({ option }) => option === path) && !hasInner(path)) return [path];
  const alternatives = [schema, ...((schema['anyOf'] ?? []) as JsonSchema[])];
  const properties = alternatives.flatMap(({ properties = {} }) => Object.entries(properties as object));
  if (properties.length === 0) return [path];
  const inner = properties as readonly (readonly [string, JsonSchema])[];
  return [...new Set(inner.flatMap(([key, each]) => listOptions(each, path === '' ? key : `${path}.${key}`)))];
}

function hasInner(path: string): boolean {
  return chartValues.some(({ option }) => option.startsWith(`${path}.`));
}

describe('the values', () => {
  it('set every option of an environment, or the chart names the alternative', () => {
    const set = new Set(chartValues.map(({ option }) => option));
    const isRejected = (option: string): boolean => renamedValues[option.split('.')[0] ?? ''] !== undefined;
    const missing = listOptions(toJsonSchema(environmentGroup)).filter(
      (option) => !set.has(option) && !isRejected(option),
    );
    expect(missing.filter((option) => !option.startsWith('monitoring.alerts.'))).toEqual([]);
    expect(set.size).toBeGreaterThan(60);
  });

  it('are all in values.yaml with a comment, and values.yaml has no others', () => {
    const text = getChartFile(ours, 'values.yaml');
    const [values] = readYaml([text]);
    const comments = parseComments(text);
    const getValue = (path: string): unknown =>
      path.split('.').reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), values);
    for (const { value } of chartValues) expect([value, getValue(value)]).not.toEqual([value, undefined]);
    for (const { value } of chartValues) expect([value, comments.get(value)]).not.toEqual([value, undefined]);
    const known = [...chartValues.map(({ value }) => value), 'nameOverride', 'fullnameOverride'];
    const isKnown = (path: string): boolean =>
      known.some((each) => each === path || each.startsWith(`${path}.`) || path.startsWith(`${each}.`));
    expect([...comments.keys()].filter((path) => !isKnown(path))).toEqual([]);
  });

  it.each([ours, zoo])('of $name have the descriptions of values.yaml in the schema', (declaration) => {
    const found = listDescriptions(JSON.parse(getChartFile(declaration, 'values.schema.json')) as JsonSchema);
    for (const [path, comment] of parseComments(getChartFile(declaration, 'values.yaml')))
      if (
        !/^(podSecurityContext|securityContext|networkPolicy\.metricsFrom|monitoring\.dashboard\.labels)\./.test(path)
      )
        expect([path, found.get(path)]).toEqual([path, comment]);
    for (const { name, description } of declaration.settings)
      if (found.has(`settings.${name}`)) expect(found.get(`settings.${name}`)).toBe(description);
  });

  it('exist only for declared features of the operator', () => {
    expect(getChartFile(ours, 'values.yaml')).toMatch(/^webhooks:$/m);
    expect(getChartFile(zooWithWebhooks, 'values.yaml')).toMatch(/^webhooks:$/m);
    expect(getChartFile(zoo, 'values.yaml')).not.toMatch(/webhooks|dashboard|#:|CONTROLLERS/);
    expect(getChartFile(zoo, 'values.yaml')).toContain('of animal, park.');
    expect(getChartFile(zoo, 'values.yaml')).toContain('  # feedsPerDay: 3\n');
    expect(getChartFile(zoo, 'values.yaml')).toContain('  repository: ""\n');
  });
});

describe('the chart', () => {
  it.each([ours, zoo])('of $name has no placeholder, and unique template names', (declaration) => {
    const files = [...buildHelmChart(declaration).files].filter(([file]) => !file.endsWith('.json'));
    for (const [file, text] of files) {
      const left = /\b(OPERATOR|DESCRIPTION|of CONTROLLERS)\b|"operator\.[a-zA-Z]/.exec(text)?.[0];
      expect([file, left]).toEqual([file, undefined]);
    }
    expect(files.length).toBeGreaterThan(20);
  });

  it('of an invalid declaration throws with the errors', () => {
    const settings = [...zoo.settings, { name: 'Not-Camel', env: 'X', type: 'string' as const }];
    expect(() => buildHelmChart({ ...zoo, settings })).toThrow(/failed to build the chart of zoo: .*Not-Camel/);
  });
});

describe('the release of an environment', () => {
  it('has its name, its namespace, and all other options as values', () => {
    expect(buildHelmRelease(production)).toMatchObject({
      ...{ name: 'kubewright', namespace: 'kubewright-system' },
      values: {
        ...{ replicas: 3, metrics: { secure: true }, networkPolicy: { enabled: true, egress: { enabled: true } } },
        resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '512Mi' } },
      },
    });
    expect(Object.keys(buildHelmRelease(dev).values)).not.toContain('petStore');
  });

  it('has the name of its installation', () => {
    const second = buildHelmRelease({ ...production, installation: 'second' });
    expect(second).toMatchObject({ name: 'second', values: { fullnameOverride: 'second' } });
    expect(buildHelmRelease({ ...production, installation: 'my-kubewright' }).values).not.toHaveProperty(
      'fullnameOverride',
    );
  });

  it('rejects patches, and changes of single alerts', () => {
    expect(() => buildHelmRelease({ ...production, patches: [] })).toThrow('use helm --post-renderer');
    const monitoring = { alerts: { OperatorDown: false } } as const;
    expect(() => buildHelmRelease({ ...production, monitoring })).toThrow('use helm --post-renderer');
  });

  it.each(environments)('$name has objects, all managed by Helm', (environment) => {
    const { errors, objects } = synthInstallation(ours, { environment, name: 'kubewright' });
    expect(errors).toEqual([]);
    expect(JSON.stringify(objects)).not.toContain('"app.kubernetes.io/managed-by":"cdk8s"');
    expect(objects.length).toBeGreaterThan(15);
  });
});

describe('an archive', () => {
  it('has the same bytes for the same files, with a header of 512 bytes for each', () => {
    const files = new Map([['chart/Chart.yaml', 'name: chart\n']]);
    expect(createArchive(files).equals(createArchive(files))).toBe(true);
    const tar = gunzipSync(createArchive(files));
    expect(tar.length).toBe(4 * 512);
    expect(tar.toString('utf8', 512, 524)).toBe('name: chart\n');
  });

  it('rejects a path that does not fit', () => {
    expect(() => createArchive(new Map([['x'.repeat(101), '']]))).toThrow('too long');
  });
});
