import type { ApiPage } from './page.ts';

const reference = 'operator/docs/reference';

/** The entry points whose names people import. */
export const apiPages: readonly ApiPage[] = [
  { entry: '@kubewright/operator', source: 'operator/src/index.ts', page: `${reference}/api-runtime.md` },
  {
    entry: '@kubewright/operator/testing',
    source: 'operator/src/testing/index.ts',
    page: `${reference}/api-testing.md`,
  },
  {
    entry: '@kubewright/operator/generate',
    source: 'operator/src/generate/index.ts',
    page: `${reference}/api-generate.md`,
  },
];
