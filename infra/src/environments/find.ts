import type { Environment } from '../options/index.ts';
import { dev } from './dev.ts';
import { embedded } from './embedded.ts';
import { production } from './production.ts';
import { staging } from './staging.ts';

/** The environments whose manifests are committed. */
export const environments = [embedded, dev, staging, production] as const satisfies readonly Environment[];

/** The environment with this name. Throws if there is none, with the names of all environments. */
export function findEnvironment(name: string): Environment {
  const found = environments.find((environment) => environment.name === name);
  if (found !== undefined) return found;
  const known = environments.map((environment) => environment.name).join(', ');
  throw new Error(`there is no environment ${JSON.stringify(name)}: there are ${known}`);
}
