/** The parts of `JSON` that keep the text of a number. https://github.com/tc39/proposal-json-parse-with-source */
const { parse, rawJSON, stringify } = JSON as unknown as {
  parse(
    this: void,
    text: string,
    revive: (name: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(this: void, text: string): object;
  stringify(this: void, value: unknown, replace: (name: string, value: unknown) => unknown): string;
};

/** Without so many digits in a row there is no integer beyond 2^53: such a text is parsed as fast as any other. */
const manyDigits = /\d{16}/;

/**
 * The value of a JSON text in which no integer is rounded: one that a `number` cannot hold is a `bigint`. For requests
 * whose values are returned; lists and watches are parsed without it.
 */
export function parseExactly(text: string): unknown {
  return manyDigits.test(text) ? parse(text, exactly) : (JSON.parse(text) as unknown);
}

function exactly(_: string, value: unknown, { source = '' }: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && /^-?\d{16,}$/.test(source) && String(value) !== source;
  return isRounded ? BigInt(source) : value;
}

/** The JSON text of a value; the inverse of `parseExactly`. */
export function exactText(value: unknown): string {
  return stringify(value, (_, each) => (typeof each === 'bigint' ? rawJSON(String(each)) : each));
}
