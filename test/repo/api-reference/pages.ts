import type { ApiPage } from './page.ts';

const reference = 'operator/docs/reference';

/** The entry points whose names people import. */
export const apiPages: readonly ApiPage[] = [
  { entry: '@kubewright/runtime', source: 'operator/runtime/src/index.ts', page: `${reference}/api-runtime.md` },
  {
    entry: '@kubewright/testing',
    source: 'operator/testing/src/index.ts',
    page: `${reference}/api-testing.md`,
  },
  {
    entry: '@kubewright/generate',
    source: 'operator/generate/src/index.ts',
    page: `${reference}/api-generate.md`,
  },
];
