import { getMessage, escapeInvisible, hideSecrets } from '../../base/index.ts';
import type { Answer, Endpoint } from '../http/endpoint.ts';

/** A health check: returns `true`, or the reason of the failure. Called for each request, so it must not wait. */
export type Check = () => true | string;

/** Health checks by name. Read at each request, so checks may be added while the server runs. */
export type Checks = Readonly<Record<string, Check>>;

interface CheckResult {
  readonly name: string;
  readonly problem: string | undefined;
}

/**
 * Creates an endpoint like those of the API server: `/readyz` returns 200 if every check passes, otherwise 500;
 * `?verbose` lists all checks, `?exclude=name` omits one, `/readyz/<name>` runs one.
 *
 * https://kubernetes.io/docs/reference/using-api/health-checks/
 * @param title names the endpoint in the last line: "readyz"
 */
export function createHealthEndpoint(title: string, checks: Checks): Endpoint {
  return (path, query) => {
    const names = Object.keys(checks);
    if (path !== '') return names.includes(path) ? answer(path, [run(checks, path)], query) : undefined;
    const excluded = query.getAll('exclude');
    return answer(
      title,
      names.filter((name) => !excluded.includes(name)).map((name) => run(checks, name)),
      query,
    );
  };
}

function run(checks: Checks, name: string): CheckResult {
  try {
    const result = checks[name]?.() ?? 'the check was removed';
    return { name, problem: result === true ? undefined : formatProblem(result) };
  } catch (error) {
    return { name, problem: formatProblem(getMessage(error)) };
  }
}

/** Removes secrets and control characters: the response is public, and may be read at a terminal. */
function formatProblem(problem: string): string {
  return escapeInvisible(hideSecrets(problem));
}

function answer(title: string, results: readonly CheckResult[], query: URLSearchParams): Answer {
  const failed = results.some(({ problem }) => problem !== undefined);
  return {
    status: failed ? 500 : 200,
    contentType: 'text/plain; charset=utf-8',
    body: failed || query.has('verbose') ? report(title, results, failed) : 'ok',
  };
}

function report(title: string, results: readonly CheckResult[], failed: boolean): string {
  const lines = results.map(({ name, problem }) =>
    problem === undefined ? `[+]${name} ok` : `[-]${name} failed: ${problem}`,
  );
  return [...lines, `${title} check ${failed ? 'failed' : 'passed'}`, ''].join('\n');
}
