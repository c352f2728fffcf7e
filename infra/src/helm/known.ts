import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { type Option, optionsOf } from './options/index.ts';
import { synthesized } from './synthesized.ts';
import { at } from './template/expression.ts';
import { type Placeholder, type Sample, type ValueSet, valueSetOf } from './template/sample.ts';
import { type Installation, viewOf } from './view.ts';
import { fewer, installationOf, type Picked, pickedAtRandom, randomNumbers, varied } from './chosen-values.ts';

/** What is known of one set of values. */
export interface Known {
  readonly installation: Installation;
  readonly valueSet: ValueSet;
  readonly faults: readonly string[];
  readonly objects: readonly object[];
  /** Of its objects; `undefined` if it is refused. */
  readonly sample: Sample | undefined;
  /** Of what is wrong with it. */
  readonly sampleOfFaults: Sample;
}

/** An item of every list of faults, so that none is empty. */
const no = { message: '' };

/** Sets of values for one operator, and what the constructs make of them. */
export class KnownSets {
  readonly #declaration: OperatorDeclaration;
  readonly #options: readonly Option[];
  readonly #random = randomNumbers(1);
  readonly #placeholders: readonly Placeholder[];

  constructor(declaration: OperatorDeclaration) {
    this.#declaration = declaration;
    this.#options = optionsOf(declaration);
    this.#placeholders = [
      { expression: at('namespace'), mode: 'text', isUnique: true },
      { expression: at('name'), mode: 'text', isUnique: true },
      ...this.#options.flatMap((option) => option.placeholders),
    ];
  }

  /** None of the options, and each sample of each alone: as it is, and with what it needs. */
  singles(): Known[] {
    const picks: Picked[] = this.#options.flatMap((option) =>
      option.samples.map((_, index) => new Map([[option, index]])),
    );
    return [new Map(), ...picks].flatMap((picked) => [this.#made(picked, false), this.#made(picked)]);
  }

  /** Every subset of the controllers, wherever it serves: each has permissions of its own, so that no sample of them would do. */
  subsets(): Known[] {
    const find = (path: string): Option[] => this.#options.filter((each) => each.path === path);
    const contexts = [
      ['namespaces'],
      ['webhooks'],
      ['rbac'],
      ['namespaces', 'webhooks.certificate'],
      ['namespaces', 'metrics.plain'],
      ['namespaces', 'metrics.secure'],
      ['crds', 'removalGuard'],
      ['crds', 'removalGuard', 'namespaces'],
    ];
    const around = (paths: readonly string[], index: number): [Option, number][] =>
      paths.flatMap(find).map((option) => [option, index % option.samples.length]);
    return find('controllers').flatMap((controllers) =>
      controllers.samples.flatMap((_, index) =>
        contexts.map((paths) => this.#made(new Map([...around(paths, index), [controllers, index]]))),
      ),
    );
  }

  /** Options at random: most of them so that they fit each other. */
  atRandom(count: number): Known[] {
    return Array.from({ length: count }, () => {
      const picked = pickedAtRandom(this.#options, this.#random);
      return this.#random() < 0.15 ? [this.#made(picked, false)] : this.#untilAccepted(picked);
    }).flat();
  }

  /** The same set with other values than those of samples, and with lists of two. */
  varied({ installation }: Known): Known {
    return this.#known(varied(installation));
  }

  /** With fewer and fewer of the options. */
  #untilAccepted(first: Picked): Known[] {
    const tried: Known[] = [];
    for (let picked = first; ; picked = fewer(picked, this.#random)) {
      const known = this.#made(picked);
      tried.push(known);
      if (known.sample !== undefined || picked.size <= 1) return tried;
    }
  }

  #made(picked: Picked, isFitted = true): Known {
    const given = isFitted ? withImage(this.#declaration, this.#options, picked) : picked;
    return this.#known(installationOf(this.#declaration, given, { random: this.#random, isFitted }));
  }

  #known(installation: Installation): Known {
    const valueSet = valueSetOf(viewOf(this.#declaration, installation), this.#placeholders);
    const { faults, objects } = synthesized(this.#declaration, installation);
    return {
      ...{ installation, valueSet, faults, objects },
      sample: faults.length === 0 ? { valueSet, value: objects } : undefined,
      sampleOfFaults: { valueSet, value: [no, ...faults.map((message) => ({ message }))] },
    };
  }
}

/** An operator that is not ours has no image unless it is given. */
function withImage({ name }: OperatorDeclaration, options: readonly Option[], picked: Picked): Picked {
  const repository = options.find(({ path }) => path === 'image.repository');
  if (repository === undefined || name === kubewrightDeclaration().name) return picked;
  return new Map([...picked, [repository, 0]]);
}
