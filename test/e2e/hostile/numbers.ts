/** A number that JSON.stringify writes in exactly this notation. https://tc39.es/proposal-json-parse-with-source/ */
function writeRawNumber(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}

const wide = [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)];
const huge = ['9223372036854775807', '9223372036854775808', '-9223372036854775809', '1e19', '1e308', '1e-7'];
const odd = [0, -1, 1, 0.5, -0.5, 1.000_000_1];
const spelled = ['-0', '1.0', '1e0', '10e-1'];

/** Numbers at the limits of the usual types of integers, and fractions: each is sent for every number field. */
export const hostileNumbers: readonly unknown[] = [...wide, ...odd, ...[...huge, ...spelled].map(writeRawNumber)];
