import path from 'node:path';

import type { DeclaredApi, DeclaredDefinition, OperatorDeclaration } from './declaration.ts';
import { defines } from './definition.ts';
import { readDocuments, readJson } from './files.ts';
import { parseDeclaration } from './parse.ts';

/**
 * Reads the declaration of any operator from its JSON file, with the CustomResourceDefinitions and the dashboard whose
 * files it names. The result is JSON and needs no file any more: a program that is bundled can have it saved at build
 * time, and pass it as it is.
 *
 * Throws if a file does not exist or cannot be read, if the JSON is not a declaration, and if a file has no definition of
 * the declared kind, or means something else in YAML 1.1 than in YAML 1.2; the message names the file and the reason.
 */
export function loadDeclaration(file: string): OperatorDeclaration {
  const json = readJson(file, 'the declaration.json that writeProject of @kubewright/generate writes');
  const declaration = parseDeclaration(json, file);
  const directory = path.dirname(file);
  const { apis, dashboard } = declaration;
  return {
    ...declaration,
    apis: apis.map((api) => ({ ...api, crd: loadDefinition(api, directory) })),
    ...(dashboard !== undefined && { dashboard: loadDashboard(dashboard, directory) }),
  };
}

function loadDefinition(api: DeclaredApi, directory: string): DeclaredDefinition {
  if (typeof api.crd !== 'string') return api.crd;
  const file = path.resolve(directory, api.crd);
  const name = `${api.plural}.${api.group}`;
  const what = `a YAML file with the CustomResourceDefinition ${name} of kind ${api.kind}`;
  const found = readDocuments(file, what).find((document) => defines(document, api));
  if (found === undefined) throw new Error(`failed to read ${file}: it must be ${what}, but has no such definition`);
  return found as DeclaredDefinition;
}

function loadDashboard(dashboard: string | object, directory: string): object {
  if (typeof dashboard !== 'string') return dashboard;
  return readJson(path.resolve(directory, dashboard), "a dashboard in Grafana's JSON model") as object;
}
