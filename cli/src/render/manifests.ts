import { getStringAt, type PlainObject } from '@kubewright/declaration';
import {
  createManifestsApp,
  type Environment,
  type OperatorDeclaration,
  renderManifests as render,
} from '@kubewright/infra';
import { parseAllDocuments } from 'yaml';

import { declareOperator, type Project } from '../project.ts';
import { CommandError } from '../report-error.ts';
import type { Rendered } from '../write-rendered.ts';
import { listEnvironments } from './environments.ts';

const folder = 'manifests';
const options = { comment: 'Written by `kubewright synth`: do not edit.' };

/** Renders the manifests of all environments of a project. */
export async function renderManifests(project: Project): Promise<Rendered> {
  const declaration = await declareOperator(project);
  const app = createManifestsApp({ declaration, environments: listEnvironments(project, declaration) });
  const files = [...render(app, options)].map(([file, text]) => [`${folder}/${file}`, text] as const);
  return { files: new Map(files), owned: [folder] };
}

/** The manifests of one environment, in memory. */
export interface Installation {
  /** Name of the environment. */
  readonly environment: string;
  /** The operator's namespace. */
  readonly namespace: string;
  /** Texts of the manifest files, by path in the environment's folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly objects: readonly PlainObject[];
}

/** Selects the environment to render. */
export interface InstallationChoice {
  /** Name of the environment. @default - the first one with this namespace, or the only one */
  readonly environment?: string;
  /** Namespace of the operator. @default - the namespace of the environment */
  readonly namespace?: string;
}

/** Renders the manifests of one environment of a project, as `kubewright synth` writes them. */
export function renderInstallation(
  project: Project,
  declaration: OperatorDeclaration,
  choice: InstallationChoice,
): Installation {
  const { name, namespace: own, ...rest } = chooseEnvironment(listEnvironments(project, declaration), choice);
  const namespace = choice.namespace ?? own;
  const app = createManifestsApp({ declaration, environments: [{ ...rest, name, namespace }] });
  const rendered = [...render(app, options)];
  const files = new Map(
    rendered.filter(([file]) => file.startsWith(`${name}/`)).map(([file, text]) => [file.slice(name.length + 1), text]),
  );
  return { environment: name, namespace, files, objects: [...files].flatMap(([file, text]) => parseFile(file, text)) };
}

function chooseEnvironment(all: readonly Environment[], { environment, namespace }: InstallationChoice): Environment {
  const found =
    environment === undefined
      ? (all.find((each) => each.namespace === namespace) ?? all[0])
      : all.find(({ name }) => name === environment);
  if (found !== undefined) return found;
  const hint = `the project has the environments ${all.map(({ name }) => name).join(', ')}`;
  throw new CommandError(`find the environment ${environment ?? ''}`, hint);
}

function parseFile(file: string, text: string): readonly PlainObject[] {
  if (file.endsWith('kustomization.yaml')) return [];
  return parseAllDocuments(text).map((document) => document.toJS() as PlainObject);
}

/** Selects the objects of these kinds. */
export function selectKinds({ objects }: Pick<Installation, 'objects'>, ...kinds: readonly string[]): PlainObject[] {
  return objects.filter(({ kind }) => kinds.includes(kind));
}

/** Finds the ServiceAccount of the operator's Pods. */
export function getServiceAccount(installation: Pick<Installation, 'objects' | 'namespace'>): string {
  const [deployment] = selectKinds(installation, 'Deployment');
  return getStringAt(deployment, 'spec.template.spec.serviceAccountName') ?? 'default';
}
