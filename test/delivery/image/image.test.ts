import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildImage, type BuiltImage, writeImage } from '../../../operator/generate/src/image/index.ts';
import { computeCompressedSize } from '../../../operator/generate/src/image/report.ts';
import { root } from '../../../scripts/run.ts';
import { readElf } from './elf.ts';
import { testPins } from './pinned-packages.suite.ts';
import { testPods } from './pods.suite.ts';
import { testRegistry } from './registry.suite.ts';
import { testTokens } from './registry-token.suite.ts';
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
    if (found === undefined) throw new Error(`the layout lacks an image for ${architecture}`);
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
    for (const each of image.images) {
      const node = each.layers.find(({ name }) => name.startsWith('Node '))?.blob.descriptor.size ?? 0;
      expect(computeCompressedSize(each)).toBeLessThan(60e6);
      expect(computeCompressedSize(each)).toBeLessThan(1.25 * node);
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

  it('has CA certificates, an unprivileged user, and the licences of all its content', async () => {
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
    expect(packages.filter(({ texts }) => texts.size === 0)).toEqual([]);
    const gRPC = packages.filter(({ name }) => /^(@grpc\/|grpc-|protobufjs$)/.test(name)).map(({ name }) => name);
    expect(new Set(gRPC)).toEqual(
      new Set(['@grpc/grpc-js', '@grpc/proto-loader', '@grpc/reflection', 'grpc-health-check', 'protobufjs']),
    );
    expect(await readFile(path.join(at, 'app/LICENSE'), 'utf8')).toContain('Apache License');
    expect(await readFile(path.join(folder, 'one/report.txt'), 'utf8')).not.toContain('no text');
  });

  it('has a valid SBOM, and a provenance of exactly these images', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    const sboms = image.documents.slice(0, -1);
    expect(sboms.map(({ name }) => name)).toEqual(['sbom.linux-amd64.cdx.json', 'sbom.linux-arm64.cdx.json']);
    for (const { data } of sboms) expect(await validator.validate(Buffer.from(data).toString())).toBeNull();
    const digests = [image.index, ...image.images.map(({ manifest }) => manifest)].map(
      ({ descriptor }) => descriptor.digest,
    );
    const { subject } = JSON.parse(Buffer.from(image.documents.at(-1)?.data ?? []).toString()) as {
      readonly subject: readonly { readonly digest: { readonly sha256: string } }[];
    };
    expect(subject.map(({ digest }) => `sha256:${digest.sha256}`)).toEqual(digests);
  });

  testPins(() => ({ image, folder }));

  describe('as Pods', () => testPods(() => of(process.arch === 'arm64' ? 'arm64' : 'amd64')));

  describe('in a registry', () => {
    testRegistry(() => ({ image, folder }));
    testTokens(() => ({ image, folder }));
  });
});
