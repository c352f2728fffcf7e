/** `npm run package:olm`: writes our bundles and their catalog for the Operator Lifecycle Manager into `output/olm`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeYaml } from '@kubewright/declaration';

import {
  buildClusterExtension,
  type OlmShownData,
  buildOurBundles,
  renderOurCatalog,
  parsePackageJson,
  writeFolder,
} from './olm/index.ts';

const folder = path.resolve(__dirname, '../../output/olm');
const mediaTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
};

const help = `Usage: npm run package:olm -- [--icon <file>]

Writes for the Operator Lifecycle Manager, into output/olm: bundles of Kubewright's own operator, a catalog of them, and
examples for OLM v1. infra/package.json names the publisher and its links. For your own operator, use
@kubewright/infra/olm.

  --icon <file>  the image that a console shows: ${Object.keys(mediaTypes).join(', ')}
`;

try {
  const { values } = parseArgs({
    options: { icon: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) process.stdout.write(help);
  else write(values.icon);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${help}`);
  process.exitCode = 2;
}

function write(icon: string | undefined): void {
  const packageJson: unknown = JSON.parse(readFileSync(path.resolve(__dirname, '../package.json'), 'utf8'));
  const bundles = buildOurBundles({ ...parsePackageJson(packageJson), ...(icon !== undefined && readIcon(icon)) });
  for (const bundle of bundles) {
    writeInto(`bundles/${bundle.package}/v${bundle.version}`, bundle.files);
    for (const each of bundle.omitted) process.stdout.write(`  without ${each}\n`);
  }
  writeInto('catalog', renderOurCatalog(bundles));
  // Writes one example per package, because all bundles of a package have the same one.
  const catalogImage = 'ghcr.io/kubewright/catalog:latest';
  const examples = bundles.map((bundle): [string, string] => {
    const objects = buildClusterExtension({ bundle, catalogImage, namespace: `${bundle.package}-system` });
    return [`${bundle.package}.yaml`, writeYaml(...objects)];
  });
  writeInto('v1', new Map(examples));
}

function writeInto(name: string, files: ReadonlyMap<string, string>): void {
  writeFolder(path.join(folder, name), files);
  process.stdout.write(`output/olm/${name}\n`);
}

function readIcon(file: string): Pick<OlmShownData, 'icon'> {
  const mediaType = mediaTypes[path.extname(file)];
  if (mediaType === undefined) {
    throw new Error(
      `failed to take ${file} as the icon: it must end with one of ${Object.keys(mediaTypes).join(', ')}`,
    );
  }
  return { icon: { data: readFileSync(file).toString('base64'), mediaType } };
}
