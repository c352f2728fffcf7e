/** What to do about an error of the engine or the provider; undefined for one that says so itself. */
interface Advice {
  readonly when: RegExp;
  readonly say: (match: RegExpExecArray) => string;
}

const advices: readonly Advice[] = [
  {
    when: /no matches for kind "([^"]+)" in version "([^"]+)"|resource mapping not found for .*kind: "?(\w+)/,
    say: ([, kind, version]) =>
      `The cluster has no ${kind ?? 'such kind'}${version === undefined ? '' : ` of ${version}`}: install its ` +
      'CustomResourceDefinition first. Kinds of this operator come with an environment whose crds are not "skip".',
  },
  {
    when: /conflicts? with "([^"]+)"/,
    say: ([, manager]) =>
      `${manager ?? 'Somebody'} has changed a field that the environment sets, such as the replicas by kubectl scale. ` +
      'To take it back: --force-conflicts. To keep it: set the same in the environment.',
  },
  {
    when: /the operator is in use/,
    say: () => 'Nothing that the operator needs was deleted. Delete the named resources, and run the command again.',
  },
  {
    when: /already exists/,
    say: () => 'Somebody else deploys this object: leave it to them, or delete it first.',
  },
  {
    when: /unreachable|connection refused|no such host|i\/o timeout|TLS handshake timeout/,
    say: () => 'The cluster cannot be reached any more. Run the command again when it is back: it goes on from here.',
  },
  {
    when: /the stack is currently locked|[Cc]onflict: Another update/,
    say: () => 'Another run changes this stack. If none does, as it was killed: pulumi cancel.',
  },
  {
    when: /timed out|context deadline exceeded/,
    say: () => 'It took too long. Run the command again: what is there already is left alone.',
  },
];

/** Pure: what to do about an error, if it is a known one. */
export function adviceFor(message: string): string | undefined {
  for (const { when, say } of advices) {
    const match = when.exec(message);
    if (match !== null) return say(match);
  }
  return undefined;
}
