import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import type { ManifestObject } from '../gitops/index.ts';
import { type Option, optionsOf } from './options/index.ts';
import { synthesized } from './synthesized.ts';
import { at, type Condition, is } from './template/expression.ts';
import { learned } from './template/learn.ts';
import { rendered, type TemplateNode } from './template/node.ts';
import { type Placeholder, same, type Sample, type World, worldOf } from './template/sample.ts';
import { type Installation, viewOf } from './view.ts';
import { fewer, installationOf, type Picked, pickedAtRandom, randomNumbers, varied } from './worlds.ts';

/** The templates of a chart. */
export interface LearnedChart {
  /** A list of all objects. */
  readonly objects: TemplateNode;
  /** A list of all that is wrong with the values. */
  readonly faults: TemplateNode;
}

/** What is known of one set of values. */
interface Known {
  readonly installation: Installation;
  readonly world: World;
  readonly faults: readonly string[];
  readonly objects: readonly object[];
}

/** How many sets of values the templates are made from at first, and how many more they are checked with, each time. */
const sizes = { first: 400, check: 250, rounds: 20 };

/**
 * The templates of the chart of an operator: what the constructs make of hundreds of sets of values, with blocks around what
 * differs. They are checked with further sets, and made anew of these, too, until none differs.
 *
 * Throws if they still differ then, and names what.
 */
export function learnedChart(declaration: OperatorDeclaration): LearnedChart {
  const options = optionsOf(declaration);
  const random = randomNumbers(1);
  const known = [...singles(declaration, options, random), ...everySubset(declaration, options, random)];
  for (let count = 0; count < sizes.first; count += 1) known.push(...attempts(declaration, options, random));
  const features = [is('name', declaration.name), ...options.flatMap((option) => option.features)];
  let differences: string[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    const chart = learnedFrom(known, features);
    const checks = Array.from({ length: sizes.check }, () => attempts(declaration, options, random)).flat();
    const wrong = checks.filter((each) => differenceOf(chart, each) !== undefined);
    if (wrong.length === 0) {
      checks.forEach(checkOthers(chart, declaration, options));
      return chart;
    }
    differences = wrong.map((each) => differenceOf(chart, each) ?? '');
    known.push(...wrong);
  }
  throw new Error(`no template is the same as what the constructs make: ${differences.slice(0, 3).join('; ')}`);
}

/** Throws if the templates are right for a set of values, but only because they were made from these. */
function checkOthers(chart: LearnedChart, declaration: OperatorDeclaration, options: readonly Option[]) {
  return ({ installation, faults }: Known): void => {
    if (faults.length > 0) return;
    const known = knownOf(declaration, options, varied(installation));
    const difference = known.faults.length > 0 ? undefined : differenceOf(chart, known);
    if (difference !== undefined) throw new Error(`a template knows only samples: ${difference}`);
  };
}

/** Each option alone, and none. */
function singles(declaration: OperatorDeclaration, options: readonly Option[], random: () => number): Known[] {
  const picks: Picked[] = options.flatMap((option) => option.samples.map((_, index) => new Map([[option, index]])));
  return [new Map(), ...picks].map((picked) =>
    knownOf(declaration, options, installationOf(declaration, picked, random)),
  );
}

/** Every subset of the controllers, wherever it serves: no sample of them would do, as each has permissions of its own. */
function everySubset(declaration: OperatorDeclaration, options: readonly Option[], random: () => number): Known[] {
  const find = (path: string): Option[] => options.filter((each) => each.path === path);
  const contexts = [
    ['namespaces'],
    ['webhooks'],
    ['rbac'],
    ['namespaces', 'webhooks.certificate'],
    ['crds', 'removalGuard'],
    ['crds', 'removalGuard', 'namespaces'],
  ];
  return find('controllers').flatMap((controllers) =>
    controllers.samples.flatMap((_, index) =>
      contexts.map((paths) => {
        const around = new Map(
          paths.flatMap(find).map((option) => [option, option.samples.length > 2 ? index % option.samples.length : 0]),
        );
        const picked = withImage(declaration, options, new Map([...around, [controllers, index]]));
        return knownOf(declaration, options, installationOf(declaration, picked, random));
      }),
    ),
  );
}

/** Options at random, and fewer of them until they fit each other. */
function attempts(declaration: OperatorDeclaration, options: readonly Option[], random: () => number): Known[] {
  const tried: Known[] = [];
  let picked = withImage(declaration, options, pickedAtRandom(options, random));
  for (;;) {
    const known = knownOf(declaration, options, installationOf(declaration, picked, random));
    tried.push(known);
    if (known.faults.length === 0 || picked.size <= 1) return tried;
    picked = withImage(declaration, options, fewer(picked, random));
  }
}

/** An operator that is not ours has no image unless it is given. */
function withImage({ name }: OperatorDeclaration, options: readonly Option[], picked: Picked): Picked {
  const repository = options.find(({ path }) => path === 'image.repository');
  if (repository === undefined || name === kubewrightDeclaration().name) return picked;
  return new Map([...picked, [repository, 0]]);
}

function knownOf(declaration: OperatorDeclaration, options: readonly Option[], installation: Installation): Known {
  const placeholders: Placeholder[] = [
    { expression: at('namespace'), mode: 'text', isUnique: true },
    { expression: at('name'), mode: 'text', isUnique: true },
    ...options.flatMap((option) => option.placeholders),
  ];
  const world = worldOf(viewOf(declaration, installation), placeholders);
  return { installation, world, ...synthesized(declaration, installation) };
}

function learnedFrom(known: readonly Known[], features: readonly Condition[]): LearnedChart {
  const valid = known.filter(({ faults }) => faults.length === 0);
  const objects = valid.map(({ world, objects }): Sample => ({ world, value: objects }));
  const faults = known.map(({ world, faults }): Sample => ({
    world,
    value: [no, ...faults.map((message) => ({ message }))],
  }));
  return { objects: learned(objects, features), faults: learned(faults, features) };
}

/** An item of every list of faults, so that none is empty. */
const no = { message: '' };

/** Pure: where the templates differ from what the constructs made; `undefined` if nowhere. */
function differenceOf(chart: LearnedChart, { world, faults, objects }: Known): string | undefined {
  const messages = (rendered(chart.faults, world.view) as readonly { readonly message: string }[]).map(
    ({ message }) => message,
  );
  if (!same([...messages].sort(), ['', ...faults].sort()))
    return `faults ${JSON.stringify(messages)}, not ${JSON.stringify(faults)}`;
  if (faults.length > 0) return undefined;
  const made = byAddress(rendered(chart.objects, world.view) as readonly object[]);
  const expected = byAddress(objects);
  const addresses = [...new Set([...made.keys(), ...expected.keys()])];
  const wrong = addresses.find((address) => !same(made.get(address), expected.get(address)));
  if (wrong === undefined && made.size === objects.length) return undefined;
  return `${wrong ?? 'an object'} at ${firstDifference(made.get(wrong ?? ''), expected.get(wrong ?? ''))}`;
}

/** Pure: objects by kind, namespace and name: a release has no order of its own. */
function byAddress(objects: readonly object[]): ReadonlyMap<string, object> {
  return new Map(
    objects.map((each) => {
      const { kind, metadata } = each as ManifestObject;
      return [`${kind} ${metadata.namespace ?? ''}/${metadata.name}`, each];
    }),
  );
}

/** Pure: where two values differ first, and how. */
function firstDifference(made: unknown, expected: unknown): string {
  if (typeof made !== 'object' || typeof expected !== 'object' || made === null || expected === null) {
    return ` is ${JSON.stringify(made)}, not ${JSON.stringify(expected)}`;
  }
  const [one, other] = [new Map(Object.entries(made)), new Map(Object.entries(expected))];
  const key = [...new Set([...one.keys(), ...other.keys()])].find((each) => !same(one.get(each), other.get(each)));
  return key === undefined ? '' : `.${key}${firstDifference(one.get(key), other.get(key))}`;
}
