import type { OperatorDeclaration } from '../declaration/index.ts';
import { objectsIn, type Unit } from '../objects/index.ts';
import { differencesText } from './differences.ts';
import { pictureOf } from './picture/index.ts';
import { rightsText } from './rights/index.ts';
import { runningControllers } from './running-controllers.ts';
import { sizesText } from './sizes.ts';

/** An environment, as its objects. */
export interface DescribedEnvironment {
  /** Name of the environment, which is the heading of its page. */
  readonly name: string;
  /** What is deployed, in order: of `unitsOf(app)` of `@kubewright/infra`, or `charts.map(chartUnit)`. */
  readonly units: readonly Unit[];
}

export interface EnvironmentPageOptions extends DescribedEnvironment {
  /** The operator, which says why it has its rights. */
  readonly declaration: OperatorDeclaration;
  /** The environment to compare with. @default - the page compares with none */
  readonly before?: DescribedEnvironment;
}

/**
 * Pure: a page in Markdown about an environment: a picture of its objects (Mermaid), what each role allows and why, its
 * sizes and limits, and in what it differs from another environment. Equal objects give an equal page.
 */
export function environmentPage({ name, units, declaration, before }: EnvironmentPageOptions): string {
  const objects = objectsIn(units);
  const controllers = runningControllers(declaration, objects);
  const kinds = controllers.map((controller) => `\`${controller.for.kind}\``).join(', ');
  return lines([
    `# ${name}`,
    '',
    `${declaration.name} ${declaration.version} with its controllers for ${kinds}.`,
    ...['', '## Objects', '', ...units.map(unitText), '', '```mermaid'],
    pictureOf(objects).trimEnd(),
    ...['```', '', '## Rights', ...rightsText({ declaration, controllers, objects })],
    ...['', '## Sizes and limits', ...sizesText(objects)],
    ...(before === undefined ? [] : ['', `## What differs from ${before.name}`, '']),
    ...(before === undefined ? [] : differencesText(objects, { name: before.name, objects: objectsIn(before.units) })),
  ]);
}

function unitText({ name, objects }: Unit): string {
  return `- \`${name}\`: ${objects.length === 1 ? 'one object' : `${String(objects.length)} objects`}`;
}

/** One empty line at most between two others. */
function lines(all: readonly string[]): string {
  return `${all
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}
