/** The signal of one call. Disposing aborts it, so that operations that still listen to it end. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal that aborts when the first of `parents` aborts. Disposing removes its listeners from them: with
 * `AbortSignal.any`, the signals of all calls would stay in memory as long as the channel exists.
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
