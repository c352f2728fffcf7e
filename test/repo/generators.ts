import { type Command, node } from './run.ts';

/** Something that is generated and committed. A generator also deletes the files that it no longer makes. */
export interface Generator extends Command {
  /** What it writes, as git pathspecs from the repository's root. */
  readonly outputs: readonly string[];
  /** Folders of pages of which it writes a part: the rest is written by hand, and may differ from what is committed. */
  readonly partly?: readonly string[];
}

/**
 * The compiler of the contract, for this machine's kind. The package that would choose among all kinds is not used: of
 * some kinds there is no package, and a lockfile without them is not complete.
 */
const buf = `node_modules/@bufbuild/buf-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}/bin/buf`;

const contract = 'operator/src/pet-store/contract';

/** In this order: each reads what those above it wrote. */
export const generators: readonly Generator[] = [
  {
    name: 'stubs of the pet store',
    argv: [buf, 'generate', contract, '--template', `${contract}/buf.gen.yaml`, '--output', contract],
    outputs: [`${contract}/generated`],
  },
  {
    ...node(
      'declaration, CRDs, dashboard, fields in docs, types of the built-in kinds',
      'test/repo/generate-operator.ts',
    ),
    outputs: ['operator/declaration.json', 'operator/crds', 'operator/dashboards', 'operator/runtime/src/kinds'],
    partly: ['operator/docs'],
  },
  {
    ...node('typed constructs of our APIs', 'infra/scripts/generate-imports.mts'),
    outputs: ['imports/*.ts', 'cdk8s.yaml'],
  },
  {
    ...node('build of infra', 'node_modules/typescript/bin/tsc', '-b', 'infra'),
    outputs: [],
  },
  {
    ...node('manifests of every environment', 'node_modules/cdk8s-cli/bin/cdk8s', 'synth', '--no-check-upgrade'),
    outputs: ['infra/manifests'],
  },
  {
    ...node('pages about what the packages export', 'test/repo/api-reference/write.ts'),
    outputs: ['operator/docs/reference/api-*.md'],
  },
  {
    ...node('tables of the tests: mutants, and ids of the originals', 'test/mutants/write-table.ts'),
    outputs: ['test/tables.md'],
  },
];
