/** A release that cannot be made: the message says what to do. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
