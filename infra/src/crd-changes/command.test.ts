import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CrdSchema, writeYaml } from '@kubewright/declaration';

import { runCommand } from './command.ts';
import { readCrds } from './index.ts';
import { buildCrd } from './testing/change-case.ts';

const place = { group: 'changes.example', marker: 'same' };
const text: CrdSchema = { type: 'string' };
const wide = buildCrd({ spec: { type: 'object', properties: { a: text, b: text } } }, place);
const narrow = buildCrd({ spec: { type: 'object', properties: { a: text } } }, place);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'crd-changes-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...names: string[]): string => path.join(folder, ...names);

function write(name: string, content: string): void {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
}

/** Writes a released CRD of version 1.4.2 with two fields, and a new one with one field. */
function writeBoth(next: object = narrow): void {
  write('released/things.yaml', writeYaml(wide));
  write('released/release.json', '{"version": "1.4.2"}');
  write('next/things.yaml', writeYaml(next));
}

function run(...args: string[]) {
  const printed = { out: '', err: '' };
  const code = runCommand(args, {
    out: (line) => (printed.out += line),
    err: (line) => (printed.err += line),
  });
  return { code, ...printed };
}

/** An asymmetric matcher, typed like its value. */
const containing = (text: string): string => expect.stringContaining(text) as string;

const compare = (...more: string[]) => run(at('released'), at('next'), ...more);

describe('kubewright-crd-changes', () => {
  it('exits with 1 if a breaking change is rejected, and names the version that may contain it', () => {
    writeBoth();
    const { code, out } = compare('--to', '1.5.0');
    expect(code).toBe(1);
    expect(out).toContain('BREAKING    things.changes.example v1 spec.b: the field is gone (field-removed)');
    expect(out).toContain('changes since 1.4.2: 1, breaking: 1, rejected: 1\n');
    expect(out).toContain('or release 2.0.0.');
  });

  it('exits with 0 if the new version may break', () => {
    writeBoth();
    expect(compare('--to', '2.0.0')).toMatchObject({ code: 0, out: containing('2.0.0 may contain breaking changes') });
  });

  it('exits with 0 if nothing breaks', () => {
    writeBoth(wide);
    expect(compare('--to', '1.4.2')).toEqual({
      ...{ code: 0, err: '', out: 'changes since 1.4.2: 0, breaking: 0, rejected: 0\n' },
    });
  });

  it('takes the new version from the nearest package.json that has one', () => {
    writeBoth();
    write('package.json', '{"version": "2.0.0"}');
    write('next/package.json', '{"private": true}');
    expect(compare().code).toBe(0);
  });

  it('rejects every breaking change if the versions are unknown', () => {
    writeBoth();
    rmSync(at('released/release.json'));
    expect(compare()).toMatchObject({ code: 1, out: containing('set --from and --to') });
    expect(compare('--from', '1.0.0', '--to', '2.0.0').code).toBe(0);
  });

  it('allows breaking alpha versions with --alpha-may-break', () => {
    writeBoth();
    const renderAlpha = (crd: typeof wide) => writeYaml(crd).replace('name: v1\n', 'name: v1alpha1\n');
    write('released/things.yaml', renderAlpha(wide));
    write('next/things.yaml', renderAlpha(narrow));
    expect(compare('--to', '1.4.3').code).toBe(1);
    expect(compare('--to', '1.4.3', '--alpha-may-break').code).toBe(0);
  });

  it('replaces the released CRDs with --write, unless a change is rejected', () => {
    writeBoth();
    write('released/gone.yaml', writeYaml(buildCrd({}, { ...place, group: 'gone.example' })));
    expect(compare('--write', '--to', '1.5.0').code).toBe(1);
    expect(readdirSync(at('released'))).toContain('gone.yaml');
    expect(compare('--write', '--to', '2.0.0').code).toBe(0);
    expect(readdirSync(at('released')).sort()).toEqual(['release.json', 'things.yaml']);
    expect(readFileSync(at('released/things.yaml'), 'utf8')).toBe(writeYaml(narrow));
    expect(JSON.parse(readFileSync(at('released/release.json'), 'utf8'))).toEqual({ version: '2.0.0' });
  });

  it('writes the first snapshot into a folder that is absent or empty', () => {
    writeBoth();
    mkdirSync(at('empty'));
    for (const first of ['absent', 'empty']) {
      expect(run(at(first), at('next'), '--write', '--to', '0.1.0').code).toBe(0);
      expect(readdirSync(at(first)).sort()).toEqual(['release.json', 'things.yaml']);
    }
  });

  it('does not write over files that are not a snapshot, and reports what to choose', () => {
    writeBoth();
    write('notes/README.md', '# Notes\n');
    write('pods/pod.yaml', 'kind: Pod\n');
    rmSync(at('released/release.json'));
    for (const other of ['released', 'notes', 'pods', 'pods/pod.yaml']) {
      const remedy = 'it lacks release.json, so it is not a snapshot: choose a new or empty folder';
      expect(run(at(other), at('next'), '--write', '--from', '1.0.0', '--to', '2.0.0')).toEqual({
        ...{ code: 2, out: '', err: containing(`failed to write ${at(other)}: ${remedy}`) },
      });
    }
    expect(existsSync(at('released/things.yaml'))).toBe(true);
    expect(existsSync(at('pods/pod.yaml'))).toBe(true);
  });

  it('reads files, and lists as kubectl writes them, and ignores objects of other kinds', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [wide, { apiVersion: 'v1', kind: 'Pod' }] };
    write('list.yaml', writeYaml(list));
    write('one.json', JSON.stringify(wide));
    expect(readCrds(at('list.yaml'))).toEqual([wide]);
    expect(run(at('list.yaml'), at('one.json'), '--from', '1.0.0', '--to', '1.0.0').code).toBe(0);
  });

  it.each([
    ['no arguments', [], 'name two files or folders'],
    ['an unknown option', ['a', 'b', '--loud'], "Unknown option '--loud'; see --help"],
    ['a folder that does not exist', ['no-such-folder', 'b'], 'the file or folder no-such-folder does not exist'],
  ])('exits with 2 for %s', (_what, args, message) => {
    expect(run(...args)).toEqual({ code: 2, out: '', err: containing(message) });
  });

  it('exits with 2 for a folder without CRDs, a file that is not YAML, and an invalid CRD', () => {
    writeBoth();
    const runFailing = () => compare('--to', '2.0.0');
    write('next/things.yaml', 'kind: Pod\n');
    expect(runFailing()).toMatchObject({
      code: 2,
      err: `failed to find a CustomResourceDefinition in ${at('next')}: name a file or folder that has one\n`,
    });
    write('next/things.yaml', 'a: *none\n');
    expect(runFailing()).toMatchObject({
      code: 2,
      err: containing(`failed to read ${at('next/things.yaml')}: `),
    });
    write('next/things.yaml', writeYaml({ ...narrow, spec: { ...narrow.spec, versions: [] } }));
    expect(runFailing()).toMatchObject({ code: 2, err: containing('spec.versions must be a non-empty list') });
  });

  it('prints its help', () => {
    expect(run('--help')).toMatchObject({ code: 0, err: '', out: containing('Usage: ') });
  });

  it('allows a change that the released CRDs accept, prints the reason, and drops it with the next release', () => {
    writeBoth();
    const change = { crd: 'things.changes.example', path: 'spec.b', what: 'the field is gone' };
    const writeRelease = (accepted: object): void => {
      write('released/release.json', JSON.stringify({ version: '1.4.2', accepted: [accepted] }));
    };
    writeRelease({ ...change, because: 'users cannot set it' });
    const { code, out } = compare('--to', '1.4.3');
    expect(code).toBe(0);
    expect(out).toContain(
      'accepted    things.changes.example spec.b: the field is gone\n  because: users cannot set it',
    );
    expect(out).toContain('breaking: 1, rejected: 0\n');

    expect(compare('--to', '1.4.3', '--write').code).toBe(0);
    expect(readFileSync(at('released/release.json'), 'utf8')).not.toContain('accepted');

    writeBoth();
    writeRelease({ ...change, path: 'spec.c', because: 'it is gone' });
    expect(compare('--to', '1.4.3')).toMatchObject({
      code: 2,
      err: containing('does not occur: remove it from accepted'),
    });
    writeRelease(change);
    expect(compare('--to', '1.4.3')).toMatchObject({ code: 2, err: containing('because') });
  });

  it('allows an accepted change that is not of a field', () => {
    writeBoth(wide);
    const names = { ...wide.spec.names, shortNames: ['th'] };
    write('released/things.yaml', writeYaml({ ...wide, spec: { ...wide.spec, names } }));
    const what = 'without the short name th';
    const accepted = { crd: 'things.changes.example', path: '', what, because: 'it was never announced' };
    write('released/release.json', JSON.stringify({ version: '1.4.2', accepted: [accepted] }));
    const { code, out } = compare('--to', '1.4.3');
    expect(out).toContain('accepted    things.changes.example: without the short name th\n');
    expect(code).toBe(0);
  });
});
