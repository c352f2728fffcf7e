/** `npm run package:helm -- [declaration.json] [--out <folder>]`: writes the Helm chart of an operator. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { kubewrightDeclaration, loadDeclaration } from './declaration/index.ts';
import { helmChart } from './helm/index.ts';

const help = `Usage: npm run package:helm -- [declaration.json] [--out <folder>]

Writes the Helm chart of an operator: <folder>/<operator>/ and <folder>/<operator>-<version>.tgz.

  declaration.json  what writeProject of @kubewright/generate writes; without it, that of Kubewright's own operators
  --out <folder>    output/helm if left out; an older chart of the operator in it is replaced
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: 'output/helm' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) process.stdout.write(help);
  else write(positionals, values.out);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${help}`);
  process.exitCode = 2;
}

function write([file, ...more]: readonly string[], out: string): void {
  if (more.length > 0) throw new Error(`one declaration at a time, but there is also ${more.join(' ')}`);
  const declaration = file === undefined ? kubewrightDeclaration() : loadDeclaration(file);
  const { name, version } = declaration;
  const chart = helmChart(declaration);
  const folder = path.join(out, name);
  rmSync(folder, { recursive: true, force: true });
  for (const [each, text] of chart.files) {
    mkdirSync(path.dirname(path.join(folder, each)), { recursive: true });
    writeFileSync(path.join(folder, each), text);
  }
  const packed = path.join(out, `${name}-${version}.tgz`);
  writeFileSync(packed, chart.archive);
  process.stdout.write(`${folder}\n${packed}\n`);
}
