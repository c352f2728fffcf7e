import type { MonitoringOptions, OperatorEnvironment } from '../constructs/index.ts';

/** One place where the operator runs, as plain data: a folder of manifests, a Pulumi stack, a cluster. */
export interface Environment extends OperatorEnvironment {
  /** Name of the folder and of the stack. */
  readonly name: string;
  /** Namespaces that come with the operator, because nothing else makes them. @default - only the operator's own */
  readonly createNamespaces?: readonly string[];
  /** Namespace of the samples. @default 'default' */
  readonly samplesNamespace?: string;
  /** What the Prometheus Operator of the cluster is to read; `{}` will do. Needs its kinds. @default - nothing */
  readonly monitoring?: MonitoringOptions;
}
