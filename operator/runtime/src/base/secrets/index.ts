/**
 * What is secret, and has no place in a log line, an event or a status.
 *
 * - `secret-names`: by what a field is called
 * - `secret-text`: by the form of a text
 *
 * @module
 */
export { isSecretOption, secrecyOf, type Secrecy } from './secret-names.ts';
export { redacted, withoutSecretText } from './secret-text.ts';
