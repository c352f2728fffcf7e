import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { kubewrightDeclaration, loadDeclaration } from '../declaration/index.ts';
import { dev, environments, production } from '../environments/index.ts';
import { isRecord, type JsonSchema } from '../shape/index.ts';
import { descriptionsIn } from '../testing/index.ts';
import { archive } from './archive.ts';
import { notes, readme } from './chart-texts.ts';
import { fitting } from './fitting.ts';
import { mostControllers, optionsOf } from './options/index.ts';
import { refusedBy } from './refused.ts';
import { synthesized } from './synthesized.ts';
import { valueTexts } from './value-texts.ts';
import { groups } from './view.ts';
import { valuesFile } from './values-file.ts';
import { valuesOf } from './values-of.ts';
import { valuesSchema } from './values-schema.ts';
import { installationOf, pickedAtRandom, randomNumbers } from './chosen-values.ts';

const ours = kubewrightDeclaration();
const zoo = loadDeclaration(path.join(__dirname, '../../fixtures/zoo/declaration.json'));

describe('the texts about the values', () => {
  it.each([ours, zoo])('name every value of $name, and only values', (declaration) => {
    const schema = valuesSchema(declaration);
    const refused = new Set(refusedBy(declaration).map((each) => each.path));
    const values = Object.keys(schema['properties'] ?? {}).filter((key) => key !== 'global' && !refused.has(key));
    const described = new Set(valueTexts(declaration).map((each) => each.path.split('.')[0]));
    expect([...described].sort()).toEqual(values.sort());
    expect(readme(declaration, schema)).toContain('| `replicas` | Number of Pods');
  });

  // id: values-without-descriptions
  it.each([ours, zoo])('are what editors show of the values of $name', (declaration) => {
    const found = descriptionsIn(valuesSchema(declaration));
    for (const { path, meaning } of valueTexts(declaration))
      expect([path, found.get(path)]).toEqual([path, meaning === '' ? undefined : meaning]);
  });

  it('are the comments of values.yaml, and nothing in it is set', () => {
    const lines = valuesFile(ours).split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
    expect(lines).toContain('# replicas: 2');
    expect(lines).toContain('#   tag: 0.1.0');
  });
});

describe('the notes', () => {
  it.each([ours, zoo])('set apart what helm uninstall of $name keeps from the commands above', (declaration) => {
    expect(notes(declaration)).toContain('{{- if eq $v.crds "keep" }}\n\nhelm uninstall keeps');
  });
});

/** The paths of the values, down to what Kubernetes knows as a whole. */
function pathsOf(schema: JsonSchema, path = ''): readonly string[] {
  const alternatives = [schema, ...((schema['anyOf'] ?? []) as JsonSchema[])];
  return alternatives.flatMap((each) =>
    Object.entries((each['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(([key, inner]) => {
      const at = path === '' ? key : `${path}.${key}`;
      return (groups as readonly string[]).includes(at) ? pathsOf(inner, at) : [at];
    }),
  );
}

describe('the samples', () => {
  // id: chart-forgets-a-value
  it.each([ours, zoo])('cover every value of $name: no value is accepted, but shows nowhere', (declaration) => {
    const covered = new Set(
      optionsOf(declaration).flatMap(({ path, samples }) => [path, ...samples.flatMap(leavesOf)]),
    );
    const elsewhere = ['global', 'nameOverride', 'fullnameOverride', 'createsEverywhere'];
    const refused = refusedBy(declaration).map((each) => each.path);
    const others = pathsOf(valuesSchema(declaration)).filter((path) => ![...elsewhere, ...refused].includes(path));
    expect(others.filter((path) => !covered.has(path) && !refused.some((each) => path.startsWith(`${each}.`)))).toEqual(
      [],
    );
    expect(others.length).toBeGreaterThan(50);
  });
});

function leavesOf(given: object): string[] {
  return Object.entries(given).flatMap(([path, value]: [string, unknown]) => [
    path,
    ...(isRecord(value) ? leavesOf(value).map((each) => `${path}.${each}`) : []),
  ]);
}

describe('the release of an environment', () => {
  it('has its name, its namespace, and the rest as values', () => {
    expect(valuesOf(production)).toMatchObject({
      ...{ name: 'kubewright', namespace: 'kubewright-system' },
      values: { replicas: 3, metrics: { secure: true } },
    });
    expect(Object.keys(valuesOf(dev).values)).not.toContain('petStore');
  });

  it('is named by its installation', () => {
    const second = valuesOf({ ...production, installation: 'second' });
    expect(second).toMatchObject({ name: 'second', values: { fullnameOverride: 'second' } });
    expect(valuesOf({ ...production, installation: 'my-kubewright' }).values).not.toHaveProperty('fullnameOverride');
  });

  it('has no patches', () => {
    expect(() => valuesOf({ ...production, patches: [] })).toThrow('use helm --post-renderer');
  });

  it.each(environments)('$name has objects, all managed by Helm', (environment) => {
    const { faults, objects } = synthesized(ours, { environment, name: 'kubewright' });
    expect(faults).toEqual([]);
    expect(JSON.stringify(objects)).not.toContain('"app.kubernetes.io/managed-by":"cdk8s"');
    expect(objects.length).toBeGreaterThan(15);
  });
});

describe('values for samples', () => {
  const random = randomNumbers(7);
  const installations = Array.from({ length: 30 }, () =>
    installationOf(ours, pickedAtRandom(optionsOf(ours), random), { random, isFitted: true }),
  );

  it('mostly fit each other', () => {
    const accepted = installations.filter((each) => synthesized(ours, each).faults.length === 0);
    expect(accepted.length).toBeGreaterThan(20);
  });

  it('stay as they are if they fit', () => {
    const fit = { metrics: { plain: true, secure: false }, monitoring: {}, rollingUpdate: { maxSurge: 1 } } as const;
    for (const either of [true, false]) expect(fitting(fit, either)).toEqual(fit);
  });

  it(`have no subsets of more than ${mostControllers} controllers, and the chart says so`, () => {
    const [controller] = ours.controllers;
    const controllers = Array.from({ length: 7 }, (_, index) => ({
      ...controller,
      name: `c${index}`,
    })) as typeof ours.controllers;
    const many = { ...ours, controllers };
    expect(optionsOf(many).map((each) => each.path)).not.toContain('controllers');
    expect(refusedBy(many)).toContainEqual({
      path: 'controllers',
      instead: 'it is there for at most 6 controllers, and kubewright has 7: all of them run',
    });
  });
});

describe('an archive', () => {
  it('has the same bytes for the same files, with a header of 512 bytes for each', () => {
    const files = new Map([['chart/Chart.yaml', 'name: chart\n']]);
    expect(archive(files).equals(archive(files))).toBe(true);
    const tar = gunzipSync(archive(files));
    expect(tar.length).toBe(4 * 512);
    expect(tar.toString('utf8', 512, 524)).toBe('name: chart\n');
  });

  it('refuses a path that does not fit', () => {
    expect(() => archive(new Map([['x'.repeat(101), '']]))).toThrow('too long');
  });
});
