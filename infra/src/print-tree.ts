/** `npm run tree -- <environment>`: prints the objects of an environment, and what they have to do with each other. */
import { environments, findEnvironment } from './environments/index.ts';
import { environmentTree } from './pages/index.ts';
import { environmentUnits } from './synthesis/index.ts';

const help = `Usage: npm run tree -- <environment>

Prints the objects of an environment as a tree. Environments: ${environments.map(({ name }) => name).join(', ')}
`;

const [name, ...more] = process.argv.slice(2);

if (name === undefined || name === '--help' || name === '-h') {
  process.stdout.write(help);
} else if (more.length > 0) {
  process.stderr.write(`one environment at a time: ${[name, ...more].join(' ')}\n`);
  process.exitCode = 2;
} else {
  try {
    const environment = findEnvironment(name);
    process.stdout.write(environmentTree({ name, units: environmentUnits(environment) }));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  }
}
