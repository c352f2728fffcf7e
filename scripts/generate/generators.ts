import { type Command, node, tsc } from '../run.ts';

/** A command that writes committed files. It also deletes files that it no longer generates. */
export interface Generator extends Command {
  /** The files that it writes, as git pathspecs from the repository's root. */
  readonly outputs: readonly string[];
  /** Folders of pages that it writes partly. The rest is handwritten, and may have uncommitted changes. */
  readonly partly?: readonly string[];
  /** The generators whose outputs it reads, by name. @default - none */
  readonly after?: readonly string[];
}

/**
 * The Protobuf compiler for this platform. We do not use the package that selects the platform itself, because the
 * registry lacks some platform packages that it needs, and a lockfile without them is incomplete.
 */
const buf = `node_modules/@bufbuild/buf-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}/bin/buf`;

const contract = 'operator/src/pet-store/contract';

const contractOfStore = 'pet store contract';
const kinds = 'types of built-in kinds';
const operator = 'build of the operator';
const ofOperator = 'declaration, CRDs, dashboard, field tables of pages';
const constructs = 'typed constructs of our APIs';
const options = 'option types of infra, and their page';
const infra = 'build of infra';
const ownDeclaration = 'declaration, CRDs and dashboard for infra';
const manifests = 'manifests of every environment';

/** All generators. Each starts as soon as its inputs are written. */
export const generators: readonly Generator[] = [
  {
    name: contractOfStore,
    argv: [
      buf,
      ...['build', contract, '--as-file-descriptor-set', '--exclude-source-info'],
      ...['--output', `${contract}/generated/descriptors.json`],
    ],
    outputs: [`${contract}/generated`],
  },
  {
    ...node(kinds, 'scripts/generate/kinds/write.ts'),
    outputs: ['operator/runtime/src/kinds/generated'],
  },
  {
    // The generators import the packages by name, which are their compiled files.
    ...node(operator, tsc, '-b', 'operator', 'operator/generate'),
    after: [contractOfStore, kinds],
    outputs: [],
  },
  {
    ...node(ofOperator, 'scripts/generate/generate-operator.ts'),
    after: [operator],
    outputs: ['operator/declaration.json', 'operator/crds', 'operator/importable', 'operator/dashboards'],
    partly: ['operator/docs'],
  },
  {
    ...node(constructs, 'scripts/generate/constructs/write.ts'),
    after: [operator],
    outputs: ['imports/*.ts'],
  },
  {
    ...node(options, 'infra/scripts/option-types.mts'),
    outputs: ['infra/src/options/types.ts', 'infra/docs/options.md'],
  },
  {
    ...node(ownDeclaration, 'infra/scripts/own-declaration.mts'),
    after: [ofOperator],
    outputs: [],
  },
  {
    ...node(infra, tsc, '-b', 'infra'),
    after: [constructs, options, ownDeclaration],
    outputs: [],
  },
  {
    ...node(manifests, 'node_modules/cdk8s-cli/bin/cdk8s', 'synth', '--no-check-upgrade'),
    after: [infra],
    outputs: ['infra/manifests'],
  },
  {
    ...node('permissions page', 'scripts/generate/permissions/write.ts'),
    after: [manifests],
    outputs: ['infra/docs/permissions.md'],
  },
  {
    ...node('names that live in clusters', 'scripts/generate/names/write.ts'),
    after: [ofOperator, manifests],
    outputs: ['test/names-in-clusters.txt'],
  },
  {
    ...node('API reference', 'scripts/generate/api-reference/write.ts'),
    after: [ofOperator, options],
    outputs: ['operator/docs/reference/api-*.md', 'infra/docs/reference'],
  },
];
