import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { ApiObjectMetadata } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels } from '../labels.ts';

/** How the Grafana of a cluster finds a dashboard. */
export interface DashboardOptions {
  /** Labels by which the sidecar of Grafana chooses ConfigMaps. @default { grafana_dashboard: '1' } */
  readonly labels?: Readonly<Record<string, string>>;
  /** Folder of Grafana that it is shown in, where the sidecar reads `grafana_folder`. @default - the sidecar's own */
  readonly folder?: string;
}

export interface GrafanaDashboardProps extends DashboardOptions {
  /** The ConfigMap. Its name is that of the dashboard's file, too. @default - named after the operator */
  readonly metadata?: ApiObjectMetadata;
  /** Any dashboard, in Grafana's JSON model. @default - that of the operator */
  readonly dashboard?: object;
  /**
   * Name of the installation that the dashboard is for: its `uid` and title follow, because a Grafana has only one of
   * each.
   *
   * @default - both are as in the dashboard
   */
  readonly installation?: string;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}

/**
 * A dashboard as a ConfigMap, which the sidecar of Grafana's Helm chart (and so of kube-prometheus-stack) loads.
 *
 * Assumes: the sidecar looks into this namespace (`sidecar.dashboards.searchNamespace`).
 * Throws if the operator was generated without a dashboard, and none is given.
 */
export class GrafanaDashboard extends Construct {
  constructor(scope: Construct, id: string, props: GrafanaDashboardProps = {}) {
    super(scope, id);
    const { metadata, labels = { grafana_dashboard: '1' }, folder } = props;
    const declaration = givenDeclaration(props.declaration);
    const name = metadata?.name ?? `${declaration.name}-dashboard`;
    const dashboard = { ...(props.dashboard ?? dashboardOf(declaration)), ...namedAfter(props.installation) };
    new k8s.KubeConfigMap(this, 'Resource', {
      metadata: {
        ...metadata,
        name,
        labels: { ...recommendedLabels(declaration, { component: 'monitoring' }), ...metadata?.labels, ...labels },
        ...(folder !== undefined && { annotations: { ...metadata?.annotations, grafana_folder: folder } }),
      },
      // The sidecar puts the files of all ConfigMaps into one folder.
      data: { [`${name}.json`]: `${JSON.stringify(dashboard, undefined, 2)}\n` },
    });
  }
}

/** Grafana takes a uid of at most 40 characters, so a longer name ends in a hash of itself. */
function namedAfter(installation: string | undefined): object {
  if (installation === undefined) return {};
  const whole = `operator-${installation}`;
  const hash = createHash('sha256').update(installation).digest('hex').slice(0, 8);
  return { uid: whole.length <= 40 ? whole : `${whole.slice(0, 31)}-${hash}`, title: `Operator ${installation}` };
}

function dashboardOf({ name, dashboard }: OperatorDeclaration): object {
  if (dashboard === undefined) {
    throw new Error(`the declaration of ${name} names no dashboard: generate it anew, or pass one`);
  }
  try {
    return JSON.parse(readFileSync(dashboard, 'utf8')) as object;
  } catch (cause) {
    const hint = path.isAbsolute(dashboard) ? '' : '; it is looked for in the working directory: use loadDeclaration()';
    throw new Error(`failed to read the dashboard ${dashboard}${hint}`, { cause });
  }
}
