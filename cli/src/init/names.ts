import { CommandError } from '../report-error.ts';

/** The names in a new project. */
export interface Names {
  /** Of the project and of its operator: `coffee-shops`. */
  readonly operator: string;
  /** `CoffeeShop`. */
  readonly kind: string;
  /** The API group: `example.com`. */
  readonly group: string;
}

/** Checks names before any file is written. Throws with what a valid name looks like. */
export function checkNames(names: Names): Names {
  for (const what of ['operator', 'kind', 'group'] as const) {
    const rule = describeRule(what, names[what]);
    if (rule !== undefined)
      throw new CommandError(`use ${JSON.stringify(names[what])} as the name of the ${what}`, rule);
  }
  return names;
}

/** The rule that a name breaks. */
export function describeRule(what: keyof Names, name: string): string | undefined {
  const { pattern, words } = rules[what];
  return pattern.test(name) ? undefined : `it must be ${words}`;
}

const rules = {
  operator: {
    pattern: /^[a-z]([-a-z0-9]{0,48}[a-z0-9])?$/,
    words: 'up to 50 lower-case letters, digits and -, such as coffee-shops',
  },
  kind: { pattern: /^[A-Z][A-Za-z0-9]{0,62}$/, words: 'in PascalCase, such as CoffeeShop' },
  group: {
    pattern: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/,
    words: 'a domain of yours, such as shops.example.com',
  },
} as const;

/** `coffee-shops` and `coffee-shop-operator` → `CoffeeShop`. */
export function guessKind(operator: string): string {
  const words = operator
    .replace(/-operator$/, '')
    .replace(/(?<=[a-z]{3})s$/, '')
    .split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** `CoffeeShop` → `coffee-shop`. */
export function toKebab(kind: string): string {
  return kind.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
}

/** `CoffeeShop` → `coffeeShop`, `DNSRecord` → `dnsRecord`. */
export function toVariable(kind: string): string {
  return toKebab(kind).replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
