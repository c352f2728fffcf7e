/** The program that writes a page about each environment into `docs/environments`, which it empties before. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { kubewrightDeclaration } from './declaration/index.ts';
import { environments } from './environments/index.ts';
import { type DescribedEnvironment, environmentPage } from './pages/index.ts';
import { environmentUnits } from './synthesis/index.ts';

const folder = path.resolve(__dirname, '../docs/environments');
const header = '<!-- Written by `npm run generate`; change infra/src instead. -->\n\n';

const described: readonly DescribedEnvironment[] = environments.map((environment) => ({
  name: environment.name,
  units: environmentUnits(environment),
}));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [index, environment] of described.entries()) {
  const before = described[index - 1];
  const page = environmentPage({ ...environment, declaration: kubewrightDeclaration(), ...(before && { before }) });
  writeFileSync(path.join(folder, `${environment.name}.md`), header + page);
}
