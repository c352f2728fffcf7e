import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { checkNames, toController, toKebab } from '../init/names.ts';
import { renderKind } from '../init/render-project.ts';
import type { Project } from '../project.ts';
import { CommandError } from '../report-error.ts';
import { renderConfigurationKind } from './configuration-kind.ts';
import { listKinds } from './find-kind.ts';
import type { Plan } from './plan.ts';
import { describeRegistration, register, type Registration } from './register.ts';

/** The operator's module, relative to the project, as other modules of it are named. */
export function getModule({ module }: Pick<Project, 'module'>): string {
  return path.posix.normalize(module.replaceAll(path.sep, '/'));
}

/** The folder of the operator's module, relative to the project. */
export function getRoot(project: Pick<Project, 'module'>): string {
  return path.posix.dirname(getModule(project));
}

export interface ApiFlags {
  /** The API group of the new kind. @default - the group of the project's first kind */
  readonly group?: string;
  /** Whether the kind has a controller. @default true */
  readonly controller?: boolean;
  /** Whether its objects have no namespace; only without a controller. @default false */
  readonly clusterScoped?: boolean;
}

/**
 * Plans the files for a new kind: its declaration, controller, test and sample, and its registration with the operator.
 */
export async function planApi(project: Project, kind: string, flags: ApiFlags = {}): Promise<Plan> {
  checkScope(kind, flags);
  const { group, controller: hasController = true, clusterScoped = false } = flags;
  const root = getRoot(project);
  const kinds = await listKinds(project.folder, root);
  const present = kinds.find((each) => each.kind === kind);
  if (present !== undefined) {
    throw new CommandError(
      `add the kind ${kind}`,
      `${present.file} already declares this kind; to add a version, run \`kubewright add version ${kind} v2\``,
    );
  }
  const names = checkNames({ operator: getName(project), kind, group: group ?? kinds[0]?.group ?? 'example.com' });
  // A kind such as SiteSettings is plural already, and its author would only see `sitesettingses` in the cluster.
  const withPlural = (text: string): string =>
    /[^s]s$/.test(kind)
      ? text.replace(`  kind: '${kind}',\n`, `  kind: '${kind}',\n  plural: '${kind.toLowerCase()}',\n`)
      : text;
  // Child objects are named after their custom resource, so samples of different kinds need different names.
  const toOwn = (text: string): string => text.replace(/^ {2}name: sample$/m, `  name: ${toKebab(kind)}-sample`);
  const rendered = hasController ? renderKind(names) : renderConfigurationKind(names, { clusterScoped });
  const files = new Map(
    [...rendered].map(([file, text]) => [file.replace(/^src(?=\/)/, root), withPlural(toOwn(text))]),
  );
  const file = path.posix.join(root, `${toKebab(kind)}.ts`);
  if (file === getModule(project)) {
    throw new CommandError(
      `add the kind ${kind}`,
      `its module would be ${file}, which is the module of the operator: choose another kind`,
    );
  }
  const edit = await planRegistration(project, { ...nameRegistration(kind, hasController), file });
  return { files, ...edit };
}

function nameRegistration(kind: string, hasController: boolean): Omit<Registration, 'file'> {
  return hasController ? { list: 'controllers', name: toController(kind) } : { list: 'apis', name: kind };
}

function checkScope(kind: string, { clusterScoped = false, controller = true }: ApiFlags): void {
  if (!clusterScoped || !controller) return;
  const hint = "pass --no-controller, or add the kind without --cluster-scoped and write scope: 'Cluster' yourself";
  throw new CommandError(`add the kind ${kind}`, `its example needs a namespace for its Deployment: ${hint}`);
}

function getName({ packageJson: { name = 'operator' } }: Project): string {
  return name.replace(/^.*\//, '');
}

/**
 * Plans the edit that registers the part, or the lines to add by hand if the module's syntax is not supported.
 *
 * @param edits earlier edits, which the plan keeps @default - none
 */
export async function planRegistration(
  project: Pick<Project, 'folder' | 'module'>,
  registration: Registration,
  edits: Plan['edits'] = new Map(),
): Promise<Pick<Plan, 'edits' | 'byHand'>> {
  const module = getModule(project);
  const text = edits.get(module) ?? (await readFile(path.join(project.folder, module), 'utf8'));
  const edited = register(text, module, registration);
  return edited === undefined
    ? { edits, byHand: new Map([[module, describeRegistration(module, registration)]]) }
    : { edits: new Map([...edits, [module, edited]]) };
}
