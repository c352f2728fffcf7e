import { readFileSync } from 'node:fs';

/** The fields of this package's `package.json` that the commands read. */
export const ownPackage = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
};
