import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { awaitChange, defineController, type Kind } from '@kubewright/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { readForeignCrds } from './foreign-crds.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'foreign crds-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(notInstalled: readonly string[] = []) {
  const oven: Kind = {
    ...{ group: 'ovens.example.org', version: 'v1', kind: 'Oven', plural: 'ovens', namespaced: true },
    crdFile: pathToFileURL(path.join(folder, 'oven.crd.json')),
  };
  const controller = defineController(oven, { name: 'ovens', reconcile: () => Promise.resolve(awaitChange) });
  return readForeignCrds({ name: 'ovens', version: '1.0.0', controllers: [controller] }, notInstalled);
}

it('the CRD of an imported kind is read as it is', () => {
  writeFileSync(path.join(folder, 'oven.crd.json'), '{ "kind": 1 }\n');
  const { crds, notInstalled } = read();
  expect([Object.values(crds), notInstalled]).toEqual([['{ "kind": 1 }\n'], []]);
});

it('the CRD of a kind that must not be installed is left out', () => {
  expect(read(['Oven'])).toEqual({ crds: {}, notInstalled: [path.join(folder, 'oven.crd.json')] });
});

it('a kind that the operator does not use is an error', () => {
  expect(() => read(['Stove'])).toThrow(
    'failed to run without Stove: the operator does not use an imported kind of this name, only: Oven',
  );
});

it.each(['{ <<<<<<< HEAD', undefined])('a broken or missing CRD is named, with what to do: %j', (text) => {
  if (text !== undefined) writeFileSync(path.join(folder, 'oven.crd.json'), text);
  expect(() => read()).toThrow(
    /^failed to read the CRD \/.*oven\.crd\.json: .*: restore it, or delete it and run `kubewright import`/,
  );
});
