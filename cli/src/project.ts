import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { OperatorDefinition } from '@kubewright/runtime';

import { CommandError } from './report-error.ts';

/** An operator's project. */
export interface Project {
  /** Absolute, without symbolic links: Node loads modules from their real paths. */
  readonly folder: string;
  /** The module that exports `operator`; relative to the folder. */
  readonly module: string;
  /** One sentence about the operator, for catalogues. */
  readonly description: string;
  /** The repository of its image. @default - none: commands that need one say so */
  readonly image?: string;
  readonly packageJson: PackageJson;
}

/** The fields of `package.json` that the commands read. */
export interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  /** Settings of these commands. */
  readonly kubewright?: {
    /** The module that exports `operator`. @default 'src/operator.ts' */
    readonly operator?: string;
    /** The repository of the image, without a tag: `registry.example/cafes`. */
    readonly image?: string;
  };
}

/** Reads a project without running its code. */
export function openProject(folder: string): Project {
  const root = existsSync(folder) ? realpathSync(folder) : path.resolve(folder);
  const packageJson = readPackageJson(root);
  const { operator: module = 'src/operator.ts', image } = packageJson.kubewright ?? {};
  if (!existsSync(path.join(root, module))) {
    throw new CommandError(
      `open ${root}`,
      `${module} is missing: create it, name another module as kubewright.operator in package.json, or set --project`,
    );
  }
  const description = packageJson.description ?? `The operator ${packageJson.name ?? path.basename(root)}.`;
  return { folder: root, module, description, packageJson, ...(image !== undefined && { image }) };
}

function readPackageJson(root: string): PackageJson {
  const file = path.join(root, 'package.json');
  if (!existsSync(file)) {
    const hint = 'it does not have a package.json: change to the folder of an operator, or set --project';
    throw new CommandError(`open ${root}`, hint);
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  } catch (cause) {
    throw new CommandError(`read ${file}`, (cause as Error).message, cause);
  }
}

/** Runs the project's module and returns its operator. */
export async function loadOperator({
  folder,
  module,
}: Pick<Project, 'folder' | 'module'>): Promise<OperatorDefinition> {
  const file = path.join(folder, module);
  const { operator } = (await import(pathToFileURL(file).href)) as { readonly operator?: OperatorDefinition };
  if (operator === undefined) {
    const hint = "it does not export `operator`: add `export const operator: OperatorDefinition = { name: '…', … }`";
    throw new CommandError(`load ${file}`, hint);
  }
  return operator;
}

/** The repository of the project's image. */
export function getImage({ image, folder }: Project): string {
  if (image !== undefined) return image;
  const hint = 'add "kubewright": { "image": "registry.example/name" } to package.json';
  throw new CommandError(`find the image of ${folder}`, hint);
}
