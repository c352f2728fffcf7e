/** `npm run package:helm -- [declaration.json] [--out <folder>]`: writes the Helm chart of an operator. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { getKubewrightDeclaration, loadDeclaration } from './declaration/index.ts';
import { buildHelmChart } from './helm/index.ts';
import { writeFolder } from './olm/index.ts';

const help = `Usage: npm run package:helm -- [declaration.json] [--out <folder>]

Writes the Helm chart of an operator: <folder>/<operator>/ and <folder>/<operator>-<version>.tgz.

  declaration.json  what writeProject of @kubewright/generate writes; without it, that of Kubewright's own operator
  --out <folder>    output/helm if left out; an older chart of the operator in it is replaced
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: 'output/helm' }, help: { type: 'boolean', short: 'h' } },
  });
  process.stdout.write(values.help === true ? help : write(positionals, values.out));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${help}`);
  process.exitCode = 2;
}

/** Returns the paths of the written files. */
function write([file, ...more]: readonly string[], out: string): string {
  if (more.length > 0) throw new Error(`expected one declaration, but got also ${more.join(' ')}`);
  const declaration = file === undefined ? getKubewrightDeclaration() : loadDeclaration(file);
  const chart = buildHelmChart(declaration);
  const folder = path.join(out, declaration.name);
  const packed = `${folder}-${declaration.version}.tgz`;
  writeFolder(folder, chart.files);
  writeFileSync(packed, chart.archive);
  return `${folder}\n${packed}\n`;
}
