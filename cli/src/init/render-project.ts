import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Names, toController, toKebab } from './names.ts';

const template = fileURLToPath(new URL('../../template', import.meta.url));

/** The packages that a project installs: a version range or a `file:` reference, by package name. */
export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Renders the files of a new project, as path → text. */
export function renderProject(names: Names, packages: Packages): ReadonlyMap<string, string> {
  const files = readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(template, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
  return new Map([
    ['package.json', renderPackageJson(names, packages)],
    ...files.map((file): [string, string] => [renderPath(file, names), renderFile(file, names)]),
  ]);
}

/** Renders the files of one kind with its controller, as path → text; paths are those of a new project. */
export function renderKind(names: Names): ReadonlyMap<string, string> {
  const files = ['samples/cafe.yaml', 'src/cafe.test.ts', 'src/cafe.ts'];
  return new Map(files.map((file) => [renderPath(file, names), renderFile(file, names)]));
}

function renderFile(file: string, names: Names): string {
  return renderText(file, readFileSync(path.join(template, file), 'utf8'), names);
}

/** npm does not pack a file named `.gitignore`, so the template contains `gitignore`. */
function renderPath(file: string, { kind }: Names): string {
  return file === 'gitignore' ? '.gitignore' : file.replace('cafe.', `${toKebab(kind)}.`);
}

function renderText(file: string, text: string, { operator, kind, group }: Names): string {
  const word = file.endsWith('.ts') ? toController(kind) : kind.toLowerCase();
  return text
    .replaceAll(/\bcafe(?=(\.test)?\.(ts|yaml)\b)/g, toKebab(kind))
    .replaceAll(/\bcafe\b/g, word)
    .replaceAll(/\bcafes\b/g, operator)
    .replaceAll(/\bCafe\b/g, kind)
    .replaceAll(/\bexample\.com\b/g, group);
}

function renderPackageJson({ operator }: Names, { dependencies, devDependencies }: Packages): string {
  const packageJson = {
    name: operator,
    version: '0.1.0',
    description: `The operator ${operator}.`,
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    kubewright: { image: `registry.example/${operator}` },
    scripts: {
      dev: 'kubewright dev',
      test: 'kubewright test',
      check: 'tsc',
      generate: 'kubewright generate',
    },
    dependencies,
    devDependencies,
  };
  return `${JSON.stringify(packageJson, undefined, 2)}\n`;
}
