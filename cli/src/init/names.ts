import { CommandError } from '../report-error.ts';

/** The names that a user chooses for a new project. */
export interface Names {
  /** Name of the project and of its operator, such as `coffee-shops`. */
  readonly operator: string;
  /** The kind, such as `CoffeeShop`. */
  readonly kind: string;
  /** The API group, such as `example.com`. */
  readonly group: string;
}

/** Checks the names before any file is written. Throws an error that describes valid names. */
export function checkNames(names: Names): Names {
  for (const what of ['operator', 'kind', 'group'] as const) {
    const rule = describeRule(what, names[what]);
    if (rule !== undefined)
      throw new CommandError(`use ${JSON.stringify(names[what])} as the name of the ${what}`, rule);
  }
  return names;
}

/** Describes the rule that a name breaks; `undefined` if the name is valid. */
export function describeRule(what: keyof Names, name: string): string | undefined {
  const { pattern, words } = rules[what];
  if (!pattern.test(name)) return `use ${words}`;
  const isTaken = what === 'kind' && takenKinds.has(name);
  return isTaken ? 'the modules of a project already use this name for something else: choose another name' : undefined;
}

/**
 * Kinds that would clash with other names: `Operator` in the module of the operator, the others in the imports of the
 * kind's modules.
 */
const takenKinds: ReadonlySet<string> = new Set(['Deployment', 'Operator', 'ResourceOf']);

const rules = {
  operator: {
    pattern: /^[a-z]([-a-z0-9]{0,48}[a-z0-9])?$/,
    words: 'up to 50 lower-case letters, digits and -, such as coffee-shops',
  },
  kind: { pattern: /^[A-Z][A-Za-z0-9]{0,62}$/, words: 'a name in PascalCase, such as CoffeeShop' },
  group: {
    pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/,
    words: 'a domain of yours, such as shops.example.com',
  },
} as const;

/** Derives a kind from the operator's name: `coffee-shops` and `coffee-shop-operator` → `CoffeeShop`. */
export function guessKind(operator: string): string {
  const words = operator
    .replace(/-operator$/, '')
    .replace(/(?<=[a-z]{3})s$/, '')
    .split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Converts a kind to kebab-case: `CoffeeShop` → `coffee-shop`. */
export function toKebab(kind: string): string {
  return kind.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
}

/** Converts a kind to a variable name: `CoffeeShop` → `coffeeShop`, `DNSRecord` → `dnsRecord`. */
export function toVariable(kind: string): string {
  return toKebab(kind).replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Names the variable of a kind's controller: `coffeeShop`, or `packageReconciler` if the name is taken. */
export function toController(kind: string): string {
  const variable = toVariable(kind);
  return takenVariables.has(variable) ? `${variable}Reconciler` : variable;
}

/** Reserved words of JavaScript, and names that the modules of a kind already use. */
const takenVariables: ReadonlySet<string> = new Set([
  ...['arguments', 'async', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default'],
  ...['delete', 'do', 'else', 'enum', 'eval', 'export', 'extends', 'false', 'finally', 'for', 'function', 'if'],
  ...['implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'null', 'package', 'private'],
  ...['protected', 'public', 'return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var'],
  ...['undefined', 'void', 'while', 'with', 'yield'],
  ...['assert', 'awaitChange', 'column', 'defineApi', 'defineController', 'metadata', 'operator', 'owns'],
  ...['rolloutConditions', 'run', 'runController', 't', 'test'],
]);
