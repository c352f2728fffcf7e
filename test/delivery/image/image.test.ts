import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildImage, type BuiltImage, writeImage } from '../../../operator/generate/src/image/index.ts';
import { weightOf } from '../../../operator/generate/src/image/report.ts';
import { root } from '../../repo/run.ts';
import { readElf } from './elf.ts';
import { testPods } from './pods.suite.ts';
import { testRegistry } from './registry.suite.ts';
import { type Unpacked, unpack } from './unpacked.ts';

const run = promisify(execFile);
const operator = path.join(root, 'operator');
const cli = path.join(operator, 'generate/src/image/cli.ts');

describe('the image of `npm run image`', () => {
  let folder: string;
  let image: BuiltImage;
  const unpacked = new Map<string, Unpacked>();
  const of = (architecture: string): Unpacked => {
    const found = unpacked.get(architecture);
    if (found === undefined) throw new Error(`there is no image for ${architecture}`);
    return found;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'kubewright-image-'));
    image = await buildImage({ folder: operator });
    await writeImage(image, path.join(folder, 'one'));
    for (const architecture of ['amd64', 'arm64']) {
      const at = path.join(folder, architecture);
      unpacked.set(architecture, await unpack(path.join(folder, 'one/layout'), architecture, at));
    }
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is the same when another process builds it again', async () => {
    const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C' };
    const { stdout } = await run(process.execPath, [cli, '--folder', operator, '--out', path.join(folder, 'two')], {
      env,
    });
    expect(stdout).toContain(image.index.descriptor.digest);
    const files = await readdir(path.join(folder, 'one'), { recursive: true });
    expect(await readdir(path.join(folder, 'two'), { recursive: true })).toEqual(files);
    for (const file of files.filter((name) => /sha256.|json$|txt$/.test(name))) {
      const [one, two] = await Promise.all(['one', 'two'].map((name) => readFile(path.join(folder, name, file))));
      expect(one?.equals(two ?? Buffer.from('')), file).toBe(true);
    }
  });

  it('is at most 60 MB compressed, and a quarter more than Node', () => {
    for (const weight of image.images.map(weightOf)) {
      expect(weight.total).toBeLessThan(60e6);
      expect(weight.overNode).toBeLessThan(0.25);
    }
  });

  it.each(['amd64', 'arm64'])('has for %s the loader and all libraries that Node needs', async (architecture) => {
    const { root: at } = of(architecture);
    const node = readElf(await readFile(path.join(at, 'usr/local/bin/node')));
    const loader = node.loader ?? '';
    expect(readElf(await readFile(path.join(at, loader))).needed).toEqual([]);
    const libraries = path.join(at, 'lib', architecture === 'amd64' ? 'x86_64-linux-gnu' : 'aarch64-linux-gnu');
    const present = await readdir(libraries);
    const ofLibraries = present.flatMap((name) => readElf(readFileSync(path.join(libraries, name))).needed);
    const needed = new Set([...node.needed, ...ofLibraries].filter((name) => name !== path.basename(loader)));
    expect(needed.size).toBeGreaterThan(4);
    expect([...needed].filter((name) => !present.includes(name))).toEqual([]);
  });

  it('has CA certificates, a user without rights, and the licences of all that is in it', async () => {
    const { root: at, config } = of('amd64');
    const certificates = await readFile(path.join(at, 'etc/ssl/certs/ca-certificates.crt'), 'utf8');
    expect(certificates.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(100);
    expect(await readFile(path.join(at, 'etc/passwd'), 'utf8')).toContain(`:${config.config?.User ?? 'none'}:`);
    for (const name of ['libc6', 'libstdc++6', 'libgcc-s1', 'ca-certificates']) {
      expect((await readFile(path.join(at, `usr/share/doc/${name}/copyright`), 'utf8')).length).toBeGreaterThan(500);
    }
    const licensed = await readdir(path.join(at, 'app/licenses'), { recursive: true });
    const { packages } = image.project;
    expect(licensed.length).toBeGreaterThan(packages.length);
    const without = packages.filter(({ texts }) => texts.size === 0);
    // Their packages have none; the first licence's text is that of the operator itself.
    for (const { license } of without) expect(license).toMatch(/^\(?Apache-2\.0\b/);
    expect(await readFile(path.join(at, 'app/LICENSE'), 'utf8')).toContain('Apache License');
    const report = await readFile(path.join(folder, 'one/report.txt'), 'utf8');
    for (const { name, version } of without)
      expect(report).toMatch(new RegExp(`^  no text: .*${name}@${version}`, 'm'));
  });

  describe('as Pods', () => testPods(() => of(process.arch === 'arm64' ? 'arm64' : 'amd64')));

  describe('in a registry', () => testRegistry(() => ({ image, folder })));
});
