/** The signal of one call. Disposing aborts it, so that remaining listeners end. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal that aborts with the first of `parents`, and removes its listeners from them: `AbortSignal.any` keeps the
 * signals of all calls in memory for as long as the channel exists.
 */
export function linkedSignal(...parents: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const present = parents.filter((parent) => parent !== undefined);
  const follow = (event: Event): void => {
    controller.abort((event.target as AbortSignal).reason);
  };
  for (const parent of present) {
    if (parent.aborted) controller.abort(parent.reason);
    else parent.addEventListener('abort', follow, { once: true });
  }
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const parent of present) parent.removeEventListener('abort', follow);
      controller.abort();
    },
  };
}
