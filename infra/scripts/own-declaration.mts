/**
 * Writes `infra/src/declaration/kubewright.json`, which git ignores: `operator/declaration.json` with the CRDs and the
 * dashboard that it names. Code imports the file, so bundlers include it.
 *
 * `npm ci` runs this script, and so does each command that compiles infra or tests its sources.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

interface Declaration {
  readonly apis: readonly { readonly crd: string }[];
  readonly dashboard: string;
}

const operator = path.resolve(import.meta.dirname, '../../operator');
const target = path.resolve(import.meta.dirname, '../src/declaration/kubewright.json');

/** Does not write a file that is up to date, so that the compiler sees no change. */
export function writeOwnDeclaration(): void {
  const declaration = JSON.parse(readText('declaration.json')) as Declaration;
  const whole = {
    ...declaration,
    apis: declaration.apis.map((api) => ({ ...api, crd: parse(readText(api.crd)) as object })),
    dashboard: JSON.parse(readText(declaration.dashboard)) as object,
  };
  const text = `${JSON.stringify(whole, undefined, 1)}\n`;
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
}

function readText(file: string): string {
  return readFileSync(path.join(operator, file), 'utf8');
}

if (import.meta.main) writeOwnDeclaration();
