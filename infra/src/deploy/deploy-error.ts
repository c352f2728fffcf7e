/** What cannot be deployed, and what to do about it. Its message is for people, and needs no stack trace. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
}
