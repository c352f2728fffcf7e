import path from 'node:path';

import { compareCrds, formatChanges } from '@kubewright/infra/crd-changes';

import { type Cluster, createCluster, createKubectl } from '../cluster.ts';
import { requireConnection } from '../connection.ts';
import { declareOperator, getImage, type Project } from '../project.ts';
import { type Installation, renderInstallation, selectKinds } from '../render/manifests.ts';
import { resolveProgram, runNode } from '../run-node.ts';
import { useTemporaryFolder } from '../temporary-folder.ts';
import { writeAll } from '../write-all.ts';
import { formatRoleChanges, type Role } from './role-changes.ts';

export interface PlanFlags {
  readonly context?: string;
  readonly environment?: string;
  readonly fieldManager?: string;
  readonly forceConflicts?: boolean;
  readonly showNew?: boolean;
}

/**
 * Prints what applying the manifests of the current sources would change in a cluster: stored objects and clients that
 * a changed CRD breaks, permissions that roles gain or lose, and the output of `kubewright diff`.
 * @returns the exit code of `kubewright diff`
 */
export async function plan(project: Project, flags: PlanFlags): Promise<number> {
  const declaration = await declareOperator(project);
  const choice = flags.environment === undefined ? {} : { environment: flags.environment };
  const installation = renderInstallation({ ...project, image: getImage(project) }, declaration, choice);
  const kubectl = createKubectl(flags.context);
  await requireConnection(kubectl, flags.context);
  const cluster = createCluster(kubectl);
  const sections = [
    ['CRDs', await describeCrds(cluster, installation)],
    ['permissions', await describeRoles(cluster, installation)],
  ] as const;
  for (const [title, text] of sections) console.log(text === '' ? `${title}: no changes` : `${title}:\n${text}`);
  return diff(installation, flags);
}

function diff({ files, environment }: Installation, flags: PlanFlags): Promise<number> {
  return useTemporaryFolder('kubewright-plan-', async (folder) => {
    await writeAll(path.join(folder, environment), files);
    const { context, fieldManager, forceConflicts = false, showNew = false } = flags;
    return runNode(folder, [
      resolveProgram('infra', 'diff/main.js'),
      environment,
      ...(context === undefined ? [] : ['--context', context]),
      ...(fieldManager === undefined ? [] : ['--field-manager', fieldManager]),
      ...(forceConflicts ? ['--force-conflicts'] : []),
      ...(showNew ? ['--show-new'] : []),
    ]);
  });
}

async function describeCrds(cluster: Cluster, installation: Installation): Promise<string> {
  const crds = selectKinds(installation, 'CustomResourceDefinition');
  if (crds.length === 0) return '';
  return formatChanges(compareCrds(await cluster.list('crd', ...crds.map(({ metadata }) => metadata.name)), crds));
}

async function describeRoles(cluster: Cluster, installation: Installation): Promise<string> {
  const roles = selectKinds(installation, 'Role', 'ClusterRole') as readonly Role[];
  const texts = await Promise.all(
    roles.map(async (role) => {
      const { name, namespace } = role.metadata;
      return formatRoleChanges(role, await cluster.tryGet<Role>(role.kind.toLowerCase(), name, namespace));
    }),
  );
  return texts.filter((text) => text !== '').join('\n');
}
