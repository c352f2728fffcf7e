import { globSync } from 'node:fs';
import path from 'node:path';

import { type Environment, loadEnvironment, type OperatorDeclaration } from '@kubewright/infra';

import { getImage, type Project } from '../project.ts';

/**
 * Lists the environments of a project: the files in `environments/`, or without any, one named `production` in the
 * namespace `<operator>-system`. The image is that of `package.json` unless a file sets another one.
 */
export function listEnvironments(project: Project, declaration: OperatorDeclaration): readonly Environment[] {
  const files = globSync('environments/*.{yaml,yml,json}', { cwd: project.folder }).sort();
  if (files.length === 0) return [{ ...inSystemNamespace(project, declaration), name: 'production' }];
  return files.map((file) => {
    const environment = loadEnvironment(path.join(project.folder, file));
    const { image } = environment;
    return image?.repository === undefined
      ? { ...environment, image: { ...image, repository: getImage(project) } }
      : environment;
  });
}

/** The options that every environment gets unless its file overrides them. */
export function inSystemNamespace(project: Project, { name }: OperatorDeclaration): Omit<Environment, 'name'> {
  return { namespace: `${name}-system`, image: { repository: getImage(project) } };
}
