#!/usr/bin/env node
/** The command `kubewright-image` builds an operator's image without a daemon. In this repository: `npm run image`. */
import path from 'node:path';
import { Command, Help, type Option } from 'commander';

import { getMessage } from '@kubewright/runtime/internal/base';

import { buildGenerateError } from '../generate-error.ts';
import { buildImage } from './build-image.ts';
import { buildBundleImage } from './bundle-image.ts';
import type { ImageContents } from './oci/image.ts';
import { formatReport } from './report.ts';
import { checkRegistry, pinPackages, pushImage, pushLayout, writeContents, writeImage } from './write-image.ts';

interface Flags {
  readonly folder: string;
  readonly bundle: string;
  readonly out: string;
  readonly platform: readonly string[];
  readonly base?: string;
  readonly lock: boolean;
  readonly push?: string;
  readonly layout?: string;
  readonly olm?: string;
}

const command = new Command('kubewright-image')
  .description('Builds the image of an operator as an OCI image layout, without a daemon, and pushes it with --push.')
  .option('--folder <folder>', 'the folder of the operator, with its package.json', '.')
  .option('--bundle <folder>', 'the folder of the bundle (main.js and source maps), relative to --folder', 'bundle')
  .option('--out <folder>', 'where to write the image, relative to --folder', 'oci-image')
  .option('--platform <platforms...>', 'the platforms of the image', ['linux/amd64', 'linux/arm64'])
  .option('--base <image>', 'an image with glibc and libstdc++: a name in a registry, or a folder with an OCI layout')
  .option('--lock', 'use the newest Debian packages, and pin them in image-lock.json beside package.json', false)
  .option(
    '--push <name>',
    'push the image as <registry>/<repository>:<tag>; credentials: auths in Docker’s config.json',
  )
  .option('--layout <folder>', 'instead of building: push the OCI image layout that an earlier build has written')
  .option(
    '--olm <folder>',
    'instead of an operator: build the image of an OLM bundle from its folder, by default into oci-bundle',
  )
  .addHelpText(
    'after',
    '\nEnvironment:\n  SOURCE_DATE_EPOCH  the time in the image, in seconds since 1970 (default: 0)\n  DOCKER_CONFIG      the folder of config.json (default: ~/.docker)',
  )
  .configureHelp({ optionDescription: describeOption })
  .allowExcessArguments(false)
  .showHelpAfterError('see --help');

try {
  await run(command.parse().opts<Flags>());
} catch (error) {
  console.error(getMessage(error));
  process.exitCode = 1;
}

async function run(flags: Flags): Promise<void> {
  if (flags.layout !== undefined) return pushWritten(path.resolve(flags.layout), flags.push);
  if (flags.push !== undefined) await checkRegistry(flags.push);
  if (flags.olm !== undefined) await makeBundle(flags.olm, flags);
  else await makeImage(flags);
}

async function makeImage({ lock, out, platform: platforms, push: name, ...options }: Flags): Promise<void> {
  const sourceDateEpoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? 0);
  const image = await buildImage({ ...options, platforms, newest: lock, sourceDateEpoch, onProgress });
  const folder = path.resolve(options.folder, out);
  await writeImage(image, folder);
  if (lock) await pinPackages(image);
  console.log(formatReport(image));
  await finish(image, folder, name);
}

async function makeBundle(bundle: string, { folder, out, push: name }: Flags): Promise<void> {
  const image = await buildBundleImage(bundle);
  const isDefault = command.getOptionValueSource('out') === 'default';
  const directory = path.resolve(folder, isDefault ? 'oci-bundle' : out);
  await writeContents(image, 'bundle', directory);
  console.log(`${bundle}: ${image.index.descriptor.digest}`);
  await finish(image, directory, name);
}

async function finish(image: ImageContents, folder: string, name: string | undefined): Promise<void> {
  console.log(`written to ${path.relative('', folder)}`);
  if (name === undefined) return;
  await pushImage(image, name, { onProgress });
  console.log(`pushed ${name}@${image.index.descriptor.digest}`);
}

async function pushWritten(layout: string, name: string | undefined): Promise<void> {
  if (name === undefined)
    throw buildGenerateError(`push ${layout}`, 'set the target with --push <registry>/<repository>:<tag>');
  console.log(`pushed ${name}@${await pushLayout(layout, name, { onProgress })}`);
}

/**
 * Describes an option with its current default, because `kubewright package image` sets other defaults than this
 * command.
 */
function describeOption(option: Option): string {
  const value: unknown = command.getOptionValue(option.attributeName());
  if (option.defaultValue !== undefined && value !== undefined) option.defaultValue = value;
  return new Help().optionDescription(option);
}

function onProgress(step: string): void {
  console.error(step);
}
