import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { isRecord, type OperatorDeclaration } from '@kubewright/declaration';
import type { OperatorDefinition } from '@kubewright/runtime';

import { findOperatorProblem } from './find-operator-problem.ts';
import { CommandError, getMessage } from './report-error.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

/** An operator's project. */
export interface Project {
  /** Absolute path without symbolic links, because Node loads modules from their real paths. */
  readonly folder: string;
  /** Path of the module that exports `operator`, relative to the folder. */
  readonly module: string;
  /** One sentence about the operator, for catalogs. */
  readonly description: string;
  /** The repository of the operator's image. @default - none: commands that need it fail with a hint */
  readonly image?: string;
  readonly packageJson: PackageJson;
}

/** The fields of `package.json` that the commands read. */
export interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  /** Settings of the command line. */
  readonly kubewright?: {
    /** Path of the module that exports `operator`. @default 'src/operator.ts' */
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
  const file = statSync(path.join(root, module), { throwIfNoEntry: false });
  if (file?.isFile() !== true) {
    const hint =
      file === undefined
        ? `${module} is missing: create it, name another module as kubewright.operator in package.json, or set --project`
        : `${module} is not a file: name the module of the operator as kubewright.operator in package.json`;
    throw new CommandError(`open ${root}`, hint);
  }
  const description = packageJson.description ?? `The operator ${packageJson.name ?? path.basename(root)}.`;
  return { folder: root, module, description, packageJson, ...(image !== undefined && { image }) };
}

function readPackageJson(root: string): PackageJson {
  const file = path.join(root, 'package.json');
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    const hint = 'the folder does not have a package.json: change to the folder of an operator, or set --project';
    throw new CommandError(`open ${root}`, hint);
  }
  const parsed = parseJson(file);
  const problem = findProblem(parsed);
  if (problem !== undefined) throw new CommandError(`read ${file}`, problem);
  return parsed as PackageJson;
}

function parseJson(file: string): unknown {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(
      `read ${file}`,
      `the file is not valid JSON (comments are not allowed): ${getMessage(cause)}`,
      cause,
    );
  }
}

function findProblem(packageJson: unknown): string | undefined {
  if (!isRecord(packageJson)) {
    return 'the file does not contain a JSON object: see https://docs.npmjs.com/cli/configuring-npm/package-json';
  }
  const settings = packageJson['kubewright'] ?? {};
  if (!isRecord(settings)) return 'the field kubewright must be an object with operator and image';
  const texts = {
    ...{ name: packageJson['name'], version: packageJson['version'], description: packageJson['description'] },
    ...{ 'kubewright.operator': settings['operator'], 'kubewright.image': settings['image'] },
  };
  const wrong = Object.entries(texts).find(([, value]) => value !== undefined && typeof value !== 'string');
  return wrong && `the field ${wrong[0]} must be a string`;
}

/** Runs the project's module and returns its operator. */
export async function loadOperator({
  folder,
  module,
}: Pick<Project, 'folder' | 'module'>): Promise<OperatorDefinition> {
  const file = path.join(folder, module);
  const { operator } = (await import(pathToFileURL(file).href)) as { readonly operator?: OperatorDefinition };
  if (operator === undefined) {
    const hint =
      "the module does not export `operator`: add `export const operator: OperatorDefinition = { name: '…', … }`";
    throw new CommandError(`load ${file}`, hint);
  }
  const problem = findOperatorProblem(operator);
  if (problem !== undefined) throw new CommandError(`load ${file}`, `${problem}: check the types with TypeScript`);
  return operator;
}

/** Builds the declaration of a project's operator from its current sources, not from the generated files. */
export async function declareOperator(project: Project): Promise<OperatorDeclaration> {
  const operator = await loadOperator(project);
  // Lazy, because most commands do not need these packages.
  const [{ writeProject }, { loadDeclaration }] = await Promise.all([
    import('@kubewright/generate'),
    import('@kubewright/infra'),
  ]);
  return useTemporaryFolder('kubewright-', async (folder) => {
    await writeProject(operator, folder, { description: project.description });
    return loadDeclaration(path.join(folder, 'declaration.json'));
  });
}

/** Describes that the operator's version differs from that in `package.json`; `undefined` if they are equal. */
export function describeVersionDrift(
  { module, packageJson }: Pick<Project, 'module' | 'packageJson'>,
  { version }: Pick<OperatorDefinition, 'version'>,
): string | undefined {
  if (packageJson.version === undefined || packageJson.version === version) return undefined;
  return `the operator in ${module} has version ${version}, but package.json has ${packageJson.version}`;
}

/** Prints a warning to stderr if the operator's version differs from that in `package.json`. */
export async function warnOfVersionDrift(project: Project): Promise<void> {
  const drift = describeVersionDrift(project, await loadOperator(project));
  if (drift !== undefined) console.error(`warning: ${drift}`);
}

/** Returns the repository of the operator's image. Throws if `package.json` does not name it. */
export function getImage({ image, folder }: Project): string {
  if (image !== undefined) return image;
  const hint = 'add "kubewright": { "image": "registry.example/name" } to package.json';
  throw new CommandError(`find the image of ${folder}`, hint);
}
