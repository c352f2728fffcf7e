import { createHash } from 'node:crypto';

import type { ApiObjectMetadata } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  anyDeclaration,
  anyObject,
  dashboardGroup,
  type DashboardOptions,
  object,
  optional,
  text,
} from '../../options/index.ts';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { Faults, OptionError } from '../checks/index.ts';
import { metadataShape } from '../metadata-shape.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels } from '../labels.ts';

export interface GrafanaDashboardProps extends DashboardOptions {
  /**
   * Metadata of the ConfigMap. Its name is also the name of the dashboard's file. @default - named after the operator
   */
  readonly metadata?: ApiObjectMetadata;
  /** The dashboard, in Grafana's JSON model. @default - the one that the declaration names */
  readonly dashboard?: object;
  /**
   * Name of the installation that the dashboard shows. It becomes a part of the dashboard's `uid` and title, which are
   * unique in a Grafana.
   *
   * @default - `uid` and title of the dashboard stay unchanged
   */
  readonly installation?: string;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}

const shape = object(
  optional({
    ...dashboardGroup.shape,
    metadata: metadataShape,
    dashboard: anyObject("a dashboard in Grafana's JSON model"),
    installation: text(),
    declaration: anyDeclaration,
  }),
);

/**
 * A dashboard as a ConfigMap, which the sidecar of Grafana's Helm chart (and so of kube-prometheus-stack) loads.
 *
 * Assumes: the sidecar watches this namespace (`sidecar.dashboards.searchNamespace`).
 * The synth fails if no dashboard is given and the declaration names none.
 */
export class GrafanaDashboard extends Construct {
  constructor(scope: Construct, id: string, props: GrafanaDashboardProps = {}) {
    super(scope, id);
    const faults = new Faults(this);
    const given = faults.checked(props, shape);
    const { metadata, labels = { grafana_dashboard: '1' }, folder } = given;
    const declaration = givenDeclaration(given.declaration, faults);
    const name = metadata?.name ?? `${declaration.name}-dashboard`;
    const model = given.dashboard ?? faults.attempt(() => dashboardOf(declaration), {});
    const dashboard = { ...model, ...namedAfter(given.installation) };
    new k8s.KubeConfigMap(this, 'Resource', {
      metadata: {
        ...metadata,
        name,
        labels: { ...recommendedLabels(declaration, { component: 'monitoring' }), ...metadata?.labels, ...labels },
        ...(folder !== undefined && { annotations: { ...metadata?.annotations, grafana_folder: folder } }),
      },
      // The sidecar writes the files of all ConfigMaps into one folder, so their names have to differ.
      data: { [`${name}.json`]: `${JSON.stringify(dashboard, undefined, 2)}\n` },
    });
  }
}

/**
 * The `uid` and title for an installation. Grafana accepts a uid of at most 40 characters: a longer one ends with a
 * hash of the installation's name.
 */
function namedAfter(installation: string | undefined): object {
  if (installation === undefined) return {};
  const whole = `operator-${installation}`;
  const hash = createHash('sha256').update(installation).digest('hex').slice(0, 8);
  return { uid: whole.length <= 40 ? whole : `${whole.slice(0, 31)}-${hash}`, title: `Operator ${installation}` };
}

function dashboardOf({ name, dashboard }: OperatorDeclaration): object {
  if (dashboard === undefined) {
    throw new OptionError(`the declaration of ${name} names no dashboard: generate it anew, or pass one`);
  }
  if (typeof dashboard === 'string') {
    throw new OptionError(
      `the declaration has the path of a file, ${dashboard}, for the dashboard: read it with loadDeclaration()`,
    );
  }
  return dashboard;
}
