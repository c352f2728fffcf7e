import type { DeclaredSetting } from '@kubewright/declaration';
import type { OperatorDefinition } from '@kubewright/runtime';

import { CommandError } from '../report-error.ts';
import type { WorkerOptions } from './messages.ts';

/** An operator, and all its settings from `declaration.json`. */
export interface LoadedDefinition {
  readonly operator: Pick<OperatorDefinition, 'controllers' | 'webhooks'>;
  readonly settings: readonly Pick<DeclaredSetting, 'name' | 'env'>[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The arguments and variables of the operator. */
export interface OperatorInput {
  readonly argv: readonly string[];
  readonly env: Variables;
}

/** Builds what `kubewright dev` passes to the operator. `flags` of the user override those that `dev` does not need. */
export function buildOperatorInput(
  loaded: LoadedDefinition,
  { kubeconfig, context, flags = [], webhookFlags = [], logsJson }: Omit<WorkerOptions, 'parent'>,
  env: Variables,
): OperatorInput {
  const argv = [
    ...['--no-leader-elect', '--metrics-port', '0', '--health-port', '0'],
    ...['--log-format', 'text', '--grace-period-seconds', '2'],
    ...flags,
    ...(logsJson === true ? ['--log-format', 'json', '--log-level', 'debug'] : []),
    ...(kubeconfig === undefined ? [] : ['--kubeconfig', kubeconfig]),
    ...(context === undefined ? [] : ['--context', context]),
    ...webhookFlags,
  ];
  return { argv, env: Object.fromEntries(listVariables(loaded).map((name) => [name, env[name]])) };
}

/**
 * Lists the variables of the settings that controllers and webhooks declare. It omits those of every operator, because
 * a shell may have set them for another program (`KUBECONFIG`) or an installed operator (`WATCH_NAMESPACE`).
 */
function listVariables({ operator: { controllers, webhooks = [] }, settings }: LoadedDefinition): readonly string[] {
  const variables = new Map(settings.map(({ name, env }) => [name, env]));
  return [...controllers, ...webhooks]
    .flatMap((each) => Object.entries(each.settings))
    .flatMap(([name, { aliases = [] }]) => [variables.get(name) ?? [], ...aliases.map(({ env }) => env)].flat());
}

/** Flags that the operator must not get from the user, each with what to do instead. */
const reserved: readonly (readonly [flag: RegExp, hint: string])[] = [
  [/^(?!--)/, 'only flags can follow `--`, such as `-- --log-level=debug`'],
  [/^--(kubeconfig|context)(=|$)/, 'pass --context before `--`, because CRDs and samples need it as well'],
  [/^--(no-)?(webhooks-enabled|webhook-port|webhook-cert-dir)(=|$)/, 'kubewright dev sets it'],
  [/^--(help|version)(=|$)/, '`kubewright run --help` lists the flags of the operator'],
];

/** Checks the user's flags before the cluster starts. Throws for a reserved one. */
export function checkOperatorFlags(flags: readonly string[]): void {
  const given = flags.filter((flag, index) => index === 0 || flag.startsWith('--'));
  for (const flag of given) {
    const [, hint] = reserved.find(([pattern]) => pattern.test(flag)) ?? [];
    if (hint !== undefined) throw new CommandError(`pass ${flag} to the operator`, hint);
  }
}
