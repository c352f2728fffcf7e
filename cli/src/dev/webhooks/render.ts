import { type OperatorDeclaration, writeYaml } from '@kubewright/declaration';
import { parse } from 'yaml';

import { CommandError } from '../../report-error.ts';

/**
 * The generated files of an operator: `declaration` is the text of `declaration.json`, `crds` has the text of each CRD
 * by file name.
 */
export interface LoadedOperator {
  readonly declaration: string;
  readonly crds: Readonly<Record<string, string>>;
}

export interface RenderOptions {
  /** URL at which API servers reach the operator, without a trailing slash. */
  readonly url: string;
  readonly caBundle: string;
  /** Label of all rendered objects. */
  readonly label: Readonly<Record<string, string>>;
}

export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

interface ClientConfig {
  readonly service: { readonly path: string };
}

interface Configuration extends ApiObject {
  readonly webhooks: readonly { readonly clientConfig: ClientConfig }[];
}

interface Crd extends ApiObject {
  readonly metadata: { readonly name: string; readonly labels?: object };
  readonly spec: { readonly conversion?: { readonly webhook?: { readonly clientConfig: ClientConfig } } };
}

export interface RenderedWebhooks {
  /** Texts of the CRDs, by file name. Conversions refer to the URL. */
  readonly crds: Readonly<Record<string, string>>;
  /** Names of the CRDs with a conversion. */
  readonly converted: readonly string[];
  readonly configurations: readonly ApiObject[];
}

/** Renders the CRDs and webhook configurations of a deployment, with a URL in place of the Service. */
export async function renderWebhooks(loaded: LoadedOperator, options: RenderOptions): Promise<RenderedWebhooks> {
  const objects = await synthDeployment(loaded);
  const crds = objects.filter((each): each is Crd => each.kind === 'CustomResourceDefinition');
  const converted = crds.filter(({ spec }) => spec.conversion?.webhook !== undefined);
  const toUrl = ({ service }: ClientConfig): object => ({
    url: options.url + service.path,
    caBundle: options.caBundle,
  });
  return {
    crds: { ...loaded.crds, ...renderConverted(loaded, { converted, toUrl, label: options.label }) },
    converted: converted.map(({ metadata }) => metadata.name),
    configurations: objects
      .filter((each): each is Configuration => each.kind.endsWith('WebhookConfiguration'))
      .map(({ webhooks, metadata, ...configuration }) => ({
        ...configuration,
        // The name differs from that of a deployed operator's configuration, which `kubewright dev` must not overwrite.
        metadata: { name: `kubewright-dev-${metadata.name}`, labels: options.label },
        webhooks: webhooks.map((each) => ({ ...each, clientConfig: toUrl(each.clientConfig) })),
      })),
  };
}

/** Imports the constructs lazily, because an operator without webhooks does not need them. */
async function synthDeployment({ declaration: text, crds }: LoadedOperator): Promise<readonly ApiObject[]> {
  const { synthInstallation } = await import('@kubewright/infra/helm');
  const { dashboard: _, ...declared } = JSON.parse(text) as OperatorDeclaration;
  const declaration = {
    ...declared,
    apis: declared.apis.map((api) => ({ ...api, crd: parse(crds[api.crd as string] ?? '') as never })),
  };
  const { name } = declaration;
  const environment = { name: 'dev', namespace: `${name}-system`, image: { repository: 'dev.invalid/operator' } };
  const { errors, objects } = synthInstallation(declaration, { environment, name });
  if (errors.length > 0) throw new CommandError('render the webhooks', errors.join('; '));
  return objects as readonly ApiObject[];
}

interface Converted extends Pick<RenderOptions, 'label'> {
  readonly converted: readonly Crd[];
  readonly toUrl: (config: ClientConfig) => object;
}

function renderConverted({ crds }: LoadedOperator, { converted, toUrl, label }: Converted): Record<string, string> {
  const byName = new Map(converted.map((each) => [each.metadata.name, each.spec.conversion]));
  const entries = Object.entries(crds).flatMap(([file, text]) => {
    const crd = parse(text) as Crd;
    const conversion = byName.get(crd.metadata.name);
    if (conversion?.webhook === undefined) return [];
    const webhook = { ...conversion.webhook, clientConfig: toUrl(conversion.webhook.clientConfig) };
    const metadata = { ...crd.metadata, labels: { ...crd.metadata.labels, ...label } };
    return [[file, writeYaml({ ...crd, metadata, spec: { ...crd.spec, conversion: { ...conversion, webhook } } })]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
