import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Project, readProject } from '../project.ts';
import { collectAppFiles } from './app-layer.ts';

let root: string;
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
};
const readApp = (): Promise<Project> => readProject({ folder: path.join(root, 'app') });
const read = async (): Promise<Project['packages']> => (await readApp()).packages;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'bundled-'));
  await write('app/package.json', '{"name":"app","version":"1.0.0"}');
  await write('app/bundle/main.js', 'import "./chunk-2.js";');
  const sources = [
    '../src/main.ts',
    '../../node_modules/@a/b/lib/index.js',
    '../../node_modules/@a/b/lib/other.js',
    '../../node_modules/c/node_modules/d/index.js',
    '../../library/dist/index.js',
  ];
  await write('app/bundle/main.js.map', JSON.stringify({ sources }));
  await write('node_modules/@a/b/package.json', '{"name":"@a/b","version":"2.0.0","license":"MIT"}');
  await write('node_modules/@a/b/LICENSE.md', 'be free');
  await write('node_modules/@a/b/license.js', 'code');
  await write('node_modules/c/node_modules/d/package.json', '{"name":"d","version":"3.0.0","license":{"type":"ISC"}}');
  await write('library/package.json', '{"name":"library","version":"4.0.0"}');
});

afterEach(() => rm(root, { recursive: true }));

test('the packages of a bundle are those of its source maps, with their licences, except for the project itself', async () => {
  const packages = await read();
  expect(packages.map(({ name, version, license, texts }) => [name, version, license, [...texts.keys()]])).toEqual([
    ['@a/b', '2.0.0', 'MIT', ['LICENSE.md']],
    ['d', '3.0.0', 'ISC', []],
    ['library', '4.0.0', 'NOASSERTION', []],
  ]);
});

test('a folder with the name of a licence file is not one, in the project or a package', async () => {
  await write('app/LICENSE', 'be free');
  await write('app/licence/main.go', 'package main');
  await write('app/Notice/index.ts', 'export {};');
  await write('node_modules/@a/b/license/index.js', 'code');
  await write('LICENSE-of-all', 'be merry');
  await symlink('../LICENSE-of-all', path.join(root, 'app/NOTICE.txt'));
  const files = (await collectAppFiles(await readApp())).map((file) => file.path);
  expect(files.filter((file) => /licen[cs]e|notice/i.test(file))).toEqual([
    '/app/LICENSE',
    '/app/NOTICE.txt',
    '/app/licenses/@a/b@2.0.0/LICENSE.md',
  ]);
});

test('a package without a licence file has the comments of its modules, and the text of Apache-2.0', async () => {
  const sources = ['d/one.js', 'd/two.js', 'd/three.js', 'e/index.js'].map((file) => `../../node_modules/${file}`);
  const header = '// Copyright Ada\n// All rights reserved.\n';
  const sourcesContent = [`${header}let a;`, `${header}let b;`, '/* Copyright Bob */ let c; // Copyright Eve', null];
  await write('app/bundle/main.js.map', JSON.stringify({ sources, sourcesContent }));
  await write(
    'node_modules/d/package.json',
    '{"name":"d","version":"1.0.0","license":"(Apache-2.0 AND BSD-3-Clause)"}',
  );
  await write('node_modules/e/package.json', '{"name":"e","version":"1.0.0","license":"MIT"}');
  const [d, e] = await read();
  expect(Buffer.from(d?.texts.get('NOTICE-in-modules') ?? []).toString()).toBe(
    '/* Copyright Bob */\n\n// Copyright Ada\n// All rights reserved.\n',
  );
  expect(Buffer.from(d?.texts.get('LICENSE-Apache-2.0') ?? []).toString()).toContain('Version 2.0, January 2004');
  expect(e?.texts.size).toBe(0);
});

test('a package in the public domain without a licence file gets a text that states this', async () => {
  await write(
    'app/bundle/main.js.map',
    JSON.stringify({ sources: ['../../node_modules/e/a.js'], sourcesContent: [''] }),
  );
  await write('node_modules/e/package.json', '{"name":"e","version":"1.0.0","license":"Unlicense"}');
  const [e] = await read();
  expect([...(e?.texts.keys() ?? [])]).toEqual(['LICENSE-Unlicense']);
});

test('a bundle without source maps is rejected', async () => {
  await rm(path.join(root, 'app/bundle/main.js.map'));
  await expect(read()).rejects.toThrow('--sourcemap');
});

test('the error for a package that is no longer installed names it', async () => {
  await rm(path.join(root, 'node_modules/@a'), { recursive: true });
  await expect(read()).rejects.toThrow(/^failed to find .*node_modules\/@a\/b, which is in the bundle: run `npm ci`/);
});

test('a chunk of an earlier build is not part of the program', async () => {
  await write('app/bundle/chunk-1.js', 'export {};');
  await write('app/bundle/chunk-1.js.map', '{"sources":["../../node_modules/gone/index.js"]}');
  await write('app/bundle/chunk-2.js', 'import("./chunk-3.js");');
  await write('app/bundle/chunk-3.js', 'export {};');
  await write('app/bundle/chunk-3.js.map', '{"sources":["../../node_modules/e/index.js"]}');
  await write('app/bundle/serve.js', "export * from './chunk-3.js';");
  await write('node_modules/e/package.json', '{"name":"e","version":"1.0.0","license":"MIT"}');
  expect((await read()).map(({ name }) => name)).toContain('e');
  expect((await readApp()).programs).toEqual(['chunk-2.js', 'chunk-3.js', 'main.js']);
  await write('app/package.json', '{"name":"app","version":"1.0.0","bin":{"serve":"x","absent":"y"}}');
  const files = (await collectAppFiles(await readApp())).map((file) => file.path);
  expect(files).toContain('/app/bundle/serve.js');
  expect(files).toContain('/usr/local/bin/serve');
  expect(files).not.toContain('/usr/local/bin/absent');
  expect(files).not.toContain('/app/bundle/chunk-1.js');
});
