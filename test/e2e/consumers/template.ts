import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../../scripts/run.ts';

const cli = path.join(root, 'node_modules/cdk8s-cli');
const template = path.join(cli, 'templates/typescript-app');

/**
 * The files that `cdk8s init typescript-app` of the installed cdk8s-cli writes into a folder, by path. The command
 * itself would install the latest packages, and load the API of Kubernetes from GitHub.
 *
 * @param name the name of the folder
 */
export function readTemplateFiles(name: string): ReadonlyMap<string, string> {
  const values = { ...readVersions(), $base: name };
  const files = globSync(['*', '{{}}.gitignore'], { cwd: template, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  return new Map(
    files.map((file) => [
      fillIn(file.name, values),
      fillIn(readFileSync(path.join(template, file.name), 'utf8'), values),
    ]),
  );
}

function readVersions(): Readonly<Record<string, string>> {
  const { version, dependencies } = readPackageJson(cli);
  return {
    cdk8s_cli_spec: `^${version}`,
    cdk8s_core_version: readPackageJson(path.join(root, 'node_modules/cdk8s')).version,
    cdk8s_plus_version: readPackageJson(path.join(root, 'node_modules/cdk8s-plus-33')).version,
    constructs_version: (dependencies['constructs'] ?? '').replace('^', ''),
  };
}

interface PackageJson {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

function readPackageJson(folder: string): PackageJson {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageJson;
}

/** Replaces `{{ name }}` by its value. `{{}}` in a file name hides the file from npm. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{ *([\w$]*) *\}\}/g, (_, name: string) => {
    const value = name === '' ? '' : values[name];
    if (value === undefined)
      throw new Error(`the template of cdk8s-cli asks for ${name}: add it to ${import.meta.filename}`);
    return value;
  });
}
