import path from 'node:path';

import { bundleIfChanged } from './bundle.ts';

const operator = path.resolve(import.meta.dirname, '..');
// Beside `dist`: the program reads its version from the `package.json` above.
const directory = path.join(operator, 'bundle');

/** The program that the image of our operator runs. `npm run build` writes it. */
export const operatorMain: string = path.join(directory, 'main.js');

/** Bundles the compiled operator, if it has changed. */
export function bundleOperator(): Promise<void> {
  const main = path.join(operator, 'dist/run.js');
  const commands = { petstore: path.join(operator, 'dist/pet-store/command/main.js') };
  return bundleIfChanged({ main, commands, directory }, [
    import.meta.filename,
    path.join(import.meta.dirname, 'bundle.ts'),
    path.join(operator, '../package-lock.json'),
    path.join(operator, 'dist/tsconfig.tsbuildinfo'),
    path.join(operator, 'declaration/dist/tsconfig.tsbuildinfo'),
    path.join(operator, 'runtime/dist/tsconfig.tsbuildinfo'),
  ]);
}
