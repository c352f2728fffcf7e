import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { DeclaredDefinition, OperatorDeclaration } from '../declaration/index.ts';
import { writeYaml } from '../yaml/index.ts';
import { archive } from './archive.ts';
import { chartData } from './chart-data.ts';
import { valuesFile } from './values-file.ts';
import { valuesSchema } from './values-schema.ts';

/** A chart, as files. */
export interface HelmChart {
  /** The text of each file, by its path in the chart's folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The `.tgz` that `helm install` takes: the same bytes for the same declaration. */
  readonly archive: Buffer;
}

/** The chart as it is written by hand: of no operator yet. */
const folder = path.resolve(__dirname, '../../helm');

/**
 * The chart of an operator: the templates in `infra/helm`, with the declaration and its CRDs as files. Takes less than a second.
 *
 * Throws with everything that is wrong with the declaration.
 */
export function helmChart(declaration: OperatorDeclaration): HelmChart {
  const source = sourceFiles();
  const values = valuesFile(source.get('values.yaml') ?? '', declaration);
  const files = new Map([
    ...[...source].map(([file, text]) => [file, filledIn(text, declaration)] as const),
    ['values.yaml', values],
    ['values.schema.json', json(valuesSchema(declaration, values))],
    ['declaration.json', json(withoutDefinitions(declaration))],
    ['files/chart.json', json(chartData(declaration, values))],
    ...definitionFiles(declaration),
    ...(declaration.dashboard === undefined ? [] : [['files/dashboard.json', json(declaration.dashboard)] as const]),
  ]);
  const inFolder = [...files].map(([file, text]) => [`${declaration.name}/${file}`, text] as const);
  return { files, archive: archive(new Map(inFolder.sort(([a], [b]) => (a < b ? -1 : 1)))) };
}

function sourceFiles(): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, 'utf8')] as const;
    }),
  );
}

/** Names of templates are global: those of two operators in one umbrella chart must differ. */
function filledIn(text: string, { name, version, description = `The operator ${name}.` }: OperatorDeclaration): string {
  return text
    .replaceAll('"operator.', `"${name}.`)
    .replaceAll('OPERATOR', name)
    .replaceAll('VERSION', version)
    .replaceAll('"DESCRIPTION"', () => JSON.stringify(description))
    .replaceAll('DESCRIPTION', () => description);
}

/** The definitions and the dashboard are files of their own: templates read them as texts. */
function withoutDefinitions({ dashboard: _, ...declaration }: OperatorDeclaration): object {
  const apis = declaration.apis.map((api) => ({ ...api, crd: { metadata: (api.crd as DeclaredDefinition).metadata } }));
  return { ...declaration, apis };
}

function definitionFiles({ apis }: OperatorDeclaration): readonly (readonly [string, string])[] {
  return apis.map(({ crd }) => {
    const { metadata, spec } = crd as DeclaredDefinition;
    return [`files/crds/${metadata.name}.yaml`, writeYaml({ spec })];
  });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
