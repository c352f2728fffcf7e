import { type Command, node } from './run.ts';

/** Something that is generated and committed. A generator also deletes the files that it no longer makes. */
export interface Generator extends Command {
  /** What it writes, as git pathspecs from the repository's root. */
  readonly outputs: readonly string[];
  /** Folders of pages of which it writes a part: the rest is written by hand, and may differ from what is committed. */
  readonly partly?: readonly string[];
}

const contract = 'operator/src/pet-store/contract';

/** In this order: each reads what those above it wrote. */
export const generators: readonly Generator[] = [
  {
    ...node(
      'stubs of the pet store',
      'node_modules/@bufbuild/buf/bin/buf',
      ...['generate', contract, '--template', `${contract}/buf.gen.yaml`, '--output', contract],
    ),
    outputs: [`${contract}/generated`],
  },
  {
    ...node('declaration, CRDs, fields in docs, types of the built-in kinds', 'operator/src/generate/cli.ts'),
    outputs: ['operator/declaration.json', 'operator/crds', 'operator/src/runtime/kinds'],
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
];
