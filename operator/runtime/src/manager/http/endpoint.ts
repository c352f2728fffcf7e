/** What an HTTP request is answered. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Besides those that every answer has. @default - none */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers the request for `path` below the endpoint; `undefined`: there is no such page. */
export type Endpoint = (path: string, query: URLSearchParams) => Answer | Promise<Answer> | undefined;

/** An endpoint that shows `text` and has no pages below it. */
export function textEndpoint(contentType: string, text: () => Promise<string>): Endpoint {
  return (path) => (path === '' ? text().then((body) => ({ status: 200, contentType, body })) : undefined);
}

/** What a guard knows of a request. */
export interface Asked {
  /** From the root, without the query. */
  readonly path: string;
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
  /** The address that the request comes from. */
  readonly peer: string;
}

/** Lets a request through (`undefined`), or says what it is answered instead. One that throws lets nobody through. */
export type Guard = (asked: Asked) => Promise<Answer | undefined>;
