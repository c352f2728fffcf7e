import { Command, CommanderError, Option } from 'commander';

import { getEnv, getFlag, OperatorError, type SettingDefinition, type SettingsTable } from '../../base/index.ts';
import type { Host } from './host.ts';

interface CommandLineOptions {
  readonly name: string;
  readonly version: string;
  readonly table: SettingsTable;
  readonly host: Pick<Host, 'print' | 'exit'>;
}

/**
 * Reads the flags in `argv`, as text by setting name. `--help` and `--version` print and exit with 0. Errors:
 * `SETTINGS_INVALID` for an unknown flag, a flag without a value, or any other argument.
 */
export function readFlags(
  argv: readonly string[],
  { name, version, table, host }: CommandLineOptions,
): ReadonlyMap<string, string> {
  const command = new Command(name)
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .usage('[flags]')
    .addHelpText('after', '\nA flag overrides its environment variable.')
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        host.print(text);
      },
      writeErr: () => undefined,
    });
  const options = Object.entries(table).map(
    ([setting, definition]) => [setting, addOption(command, setting, definition)] as const,
  );
  try {
    command.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) host.exit(0);
    const hint = `${formatSentence(error)}; see --help`;
    throw new OperatorError('SETTINGS_INVALID', 'read the command line', { cause: error, hint });
  }
  const values: Readonly<Record<string, unknown>> = command.opts();
  return new Map(
    options
      .map(([setting, option]) => [setting, values[option.attributeName()]] as const)
      .filter(([, value]) => value !== undefined)
      .map(([setting, value]) => [setting, String(value)]),
  );
}

/** Formats commander's message on one line and without its prefix. */
function formatSentence({ message }: CommanderError): string {
  return message
    .replace(/^error: /, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '');
}

const placeholders = { string: '<text>', list: '<list>', integer: '<number>', boolean: '[true|false]' } as const;

function addOption(command: Command, name: string, setting: SettingDefinition): Option {
  const flag = getFlag(name, setting);
  const option = new Option(`${flag} ${placeholders[setting.type]}`, renderHelp(name, setting));
  // A list flag can be repeated: --controllers a --controllers b.
  if (setting.type === 'list')
    option.argParser((text, before?: string) => (before === undefined ? text : `${before},${text}`));
  command.addOption(option);
  if (setting.type === 'boolean') command.addOption(new Option(flag.replace('--', '--no-')));
  return option;
}

function renderHelp(name: string, setting: SettingDefinition): string {
  const values = 'values' in setting ? [setting.values.join('|')] : [];
  const byDefault =
    setting.default === undefined || String(setting.default) === '' ? [] : [`default ${String(setting.default)}`];
  return `${setting.description} (${[getEnv(name, setting), ...values, ...byDefault].join('; ')})`;
}
