import type { OperatorDeclaration } from '../declaration/index.ts';
import type { JsonSchema } from '../shape/index.ts';
import { writeYaml } from '../yaml/index.ts';
import type { LearnedChart } from './difference.ts';
import { documentLines } from './write/go.ts';
import { notes, readme } from './chart-texts.ts';
import type { TemplateItem } from './template/node.ts';
import { valuesFile } from './values-file.ts';
import { valuesSchema } from './values-schema.ts';
import { amountTemplate } from './write/bound-checks.ts';
import { checksTemplate } from './write/checks-template.ts';
import { kindOf, removalTemplate } from './write/removal-template.ts';
import { availabilityTemplate } from './write/availability-template.ts';
import { imageTemplate, mergedTemplate, nameTemplate, viewTemplate } from './write/view-template.ts';

/** Pure: the text of each file of the chart, by its path in the folder of the chart. */
export function chartFiles(declaration: OperatorDeclaration, learned: LearnedChart): ReadonlyMap<string, string> {
  const { name, version } = declaration;
  const schema: JsonSchema = valuesSchema(declaration);
  const removal = removalTemplate(declaration, learned.objects);
  return new Map([
    [
      'Chart.yaml',
      writeYaml({
        apiVersion: 'v2',
        type: 'application',
        name,
        version,
        appVersion: version,
        description: descriptionOf(declaration),
        kubeVersion: '>=1.30.0-0',
      }),
    ],
    ['README.md', readme(declaration, schema)],
    ['values.schema.json', `${JSON.stringify(schema, undefined, 2)}\n`],
    ['values.yaml', valuesFile(declaration)],
    ['templates/NOTES.txt', notes(declaration)],
    [
      'templates/_helpers.tpl',
      [nameTemplate, imageTemplate, amountTemplate, mergedTemplate, viewTemplate]
        .map((make) => make(declaration))
        .join('\n'),
    ],
    ['templates/checks.yaml', checksTemplate(declaration, learned.faults)],
    ['templates/tests/available.yaml', availabilityTemplate(declaration)],
    ...(removal === undefined ? [] : ([['templates/removal-check.yaml', removal]] as const)),
    ...objectFiles(declaration, learned),
  ]);
}

function descriptionOf({ name, description }: OperatorDeclaration): string {
  return description ?? `The operator ${name}`;
}

/** One file for each kind. */
function objectFiles({ name }: OperatorDeclaration, { objects }: LearnedChart): readonly (readonly [string, string])[] {
  const byKind = new Map<string, TemplateItem[]>();
  for (const item of objects.items) {
    const kind = kindOf(item);
    byKind.set(kind, [...(byKind.get(kind) ?? []), item]);
  }
  const prelude = `{{- $v := include "${name}.view" . | fromJson }}`;
  return [...byKind].map(([kind, items]) => {
    const lines = [prelude, ...items.flatMap(documentLines), ''];
    return [`templates/${kind.toLowerCase()}.yaml`, lines.join('\n')];
  });
}
