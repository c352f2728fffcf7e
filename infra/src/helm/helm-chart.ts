import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeYaml } from '@kubewright/declaration';

import type { DeclaredCrd, OperatorDeclaration } from '../declaration/index.ts';
import { buildChartData } from './chart-data.ts';
import { renderValuesFile, buildValuesSchema } from './values-file.ts';

/** The files of a chart. */
export interface HelmChart {
  /** The text of each file, by its path in the chart's folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The `.tgz` for `helm install`: the same bytes for the same declaration. */
  readonly archive: Buffer;
}

/** The handwritten chart, with placeholders for an operator. */
const folder = path.resolve(__dirname, '../../helm');

/**
 * Builds the chart of an operator: the templates in `infra/helm`, with the declaration and its CRDs as files. Takes
 * less than a second.
 *
 * Throws with all errors of the declaration.
 */
export function buildHelmChart(declaration: OperatorDeclaration): HelmChart {
  const source = readSourceFiles();
  const values = renderValuesFile(source.get('values.yaml') ?? '', declaration);
  const files = new Map([
    ...[...source].map(([file, text]) => [file, fillIn(text, declaration)] as const),
    ['values.yaml', values],
    ['values.schema.json', formatJson(buildValuesSchema(declaration, values))],
    ['declaration.json', formatJson(omitCrds(declaration))],
    ['files/chart.json', formatJson(buildChartData(declaration, values))],
    ...renderCrdFiles(declaration),
    ...(declaration.dashboard === undefined
      ? []
      : [['files/dashboard.json', formatJson(declaration.dashboard)] as const]),
  ]);
  const inFolder = [...files].map(([file, text]) => [`${declaration.name}/${file}`, text] as const);
  return { files, archive: createArchive(new Map(inFolder.sort(([a], [b]) => (a < b ? -1 : 1)))) };
}

function readSourceFiles(): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, 'utf8')] as const;
    }),
  );
}

/** Template names are global, so those of two operators in one umbrella chart must differ. */
function fillIn(text: string, { name, version, description = `The operator ${name}.` }: OperatorDeclaration): string {
  return text
    .replaceAll('"operator.', `"${name}.`)
    .replaceAll('OPERATOR', name)
    .replaceAll('VERSION', version)
    .replaceAll('"DESCRIPTION"', () => JSON.stringify(description))
    .replaceAll('DESCRIPTION', () => description);
}

/** Templates read CRDs and the dashboard as text, from their own files. */
function omitCrds({ dashboard: _, ...declaration }: OperatorDeclaration): object {
  const apis = declaration.apis.map((api) => ({ ...api, crd: { metadata: (api.crd as DeclaredCrd).metadata } }));
  return { ...declaration, apis };
}

function renderCrdFiles({ apis }: OperatorDeclaration): readonly (readonly [string, string])[] {
  return apis.map(({ crd }) => {
    const { metadata, spec } = crd as DeclaredCrd;
    return [`files/crds/${metadata.name}.yaml`, writeYaml({ spec })];
  });
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const block = 512;

/**
 * Pure: a `.tgz` of files, whose paths have at most 100 characters. The same files always give the same bytes: it
 * stores neither times nor owners.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */
export function createArchive(files: ReadonlyMap<string, string>): Buffer {
  const entries = [...files].flatMap(([path, text]) => buildTarEntry(path, Buffer.from(text)));
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * block)]), { level: 9 });
}

function buildTarEntry(path: string, content: Buffer): Buffer[] {
  if (Buffer.byteLength(path) > 100)
    throw new Error(`the path ${path} is too long for the archive: at most 100 bytes are allowed`);
  const header = Buffer.alloc(block);
  const formatOctal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0);
  header.write(formatOctal(0o644, 7), 100);
  header.write(formatOctal(0, 7), 108);
  header.write(formatOctal(0, 7), 116);
  header.write(formatOctal(content.length, 11), 124);
  header.write(formatOctal(0, 11), 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((block - (content.length % block)) % block)];
}
