import type { Mutant } from './mutant.ts';

const testing = 'operator/testing/src';
const kubelet = `${testing}/kubelet`;
const server = `${kubelet}/kubelet-server.test.ts`;
const readLog = `${testing}/logs/read-log.test.ts`;

/** Mutants of the node whose Pods are processes: the requests of kubectl. */
export const kubeletMutants: readonly Mutant[] = [
  {
    name: 'kubelet-answers-without-a-certificate',
    promise: 'A kubelet refuses clients without a certificate of its own authority.',
    file: `${kubelet}/kubelet-server.ts`,
    find: '!(socket instanceof TLSSocket) || !socket.authorized',
    replace: '!(socket instanceof TLSSocket)',
    test: server,
  },
  {
    name: 'kubelet-answers-to-every-client',
    promise: 'A kubelet refuses all clients of its own authority except the API server.',
    file: `${kubelet}/kubelet-server.ts`,
    find: 'socket.getPeerCertificate().subject.CN === kubeletClientName',
    replace: 'true',
    test: server,
  },
  {
    name: 'kubelet-goes-on-for-a-closed-connection',
    promise: 'The work for a request ends when its connection is closed.',
    file: `${kubelet}/answer.ts`,
    find: "response.once('close', () => gone.abort());",
    replace: '',
    test: server,
  },
  {
    name: 'kept-control-plane-has-no-kubelet-certificates',
    promise: 'A state directory from an older version gets the certificates that it lacks.',
    file: `${testing}/control-plane/pki/pki.ts`,
    find: 'if (!(await exists(pki.kubeletCa.certificate))) await issueKubelets(pki);',
    replace: '',
    test: `${testing}/control-plane/pki/pki.test.ts`,
  },
  {
    name: 'log-runs-into-the-next',
    promise: 'The log of a container has the output of one run only.',
    file: `${testing}/logs/log-pieces.ts`,
    find: 'index.runAt(last) !== run) last -= 1;',
    replace: 'false) last -= 1;',
    test: readLog,
  },
  {
    name: 'log-ends-at-its-first-file',
    promise: 'A follower of a log continues in the next file when the log is rotated.',
    file: `${testing}/logs/read-log.ts`,
    find: 'if (at < 0) return pieces;',
    replace: 'return [];',
    test: readLog,
  },
  {
    name: 'log-grows-for-ever',
    promise: 'The size of a log is limited.',
    file: `${testing}/logs/log-writer.ts`,
    find: 'if (this.#isFull()) this.#beginAnew();',
    replace: '',
    test: readLog,
  },
  {
    name: 'log-loses-its-last-words',
    promise: 'A process counts as ended only when its log is complete.',
    file: `${testing}/processes/supervisor.ts`,
    find: 'await target.output.drained(endWithinMs);',
    replace: '',
    test: `${testing}/processes/processes.test.ts`,
  },
  {
    name: 'kubelet-upgrades-without-a-certificate',
    promise: 'A kubelet refuses an upgrade of the connection by any client except the API server.',
    file: `${kubelet}/kubelet-server.ts`,
    find: 'if (refusal !== undefined) refuseUpgrade(socket, refusal);',
    replace: 'if (false) refuseUpgrade(socket, refusal ?? { status: 401, message: "" });',
    test: server,
  },
  {
    name: 'kubelet-waits-for-its-clients',
    promise: 'A kubelet that stops closes all its connections.',
    file: `${kubelet}/kubelet-server.ts`,
    find: 'connections.destroy();',
    replace: 'server.closeAllConnections();',
    test: server,
  },
  {
    name: 'spdy-forgets-to-reset',
    promise: 'A stream that is destroyed before its end is reset.',
    file: `${kubelet}/spdy/spdy-stream.ts`,
    find: 'if (!this.readableEnded || !this.writableFinished) this.#port.reset();',
    replace: '',
    test: `${kubelet}/spdy/spdy-connection.test.ts`,
  },
  {
    name: 'spdy-does-not-see-its-client-go',
    promise: 'All streams end when the client closes its connection, even one that is not read.',
    file: `${kubelet}/spdy/spdy-connection.ts`,
    find: "this.#socket.once('close', () => this.#destroyStreams());",
    replace: '',
    test: `${kubelet}/spdy/spdy-connection.test.ts`,
  },
  {
    name: 'port-forward-fails-when-a-client-resets',
    promise: 'A forwarded connection that the client resets does not end the others.',
    file: `${kubelet}/port-forward.ts`,
    find: 'await Promise.allSettled([pipeline(data, socket, { signal }), pipeline(socket, data, { signal })]);',
    replace:
      'await Promise.all([pipeline(data, socket, { signal }), pipeline(socket, data, { signal })]).catch((e: unknown) => error.write(messageOf(e)));',
    test: `${kubelet}/port-forward.test.ts`,
  },
  {
    name: 'kubelet-makes-paths-of-names',
    promise: 'A name in a request resolves only to a container of the node, never to a file.',
    file: `${testing}/node/node-pods.ts`,
    find: 'some(({ name }) => name === container)',
    replace: 'some(() => true)',
    test: `${testing}/node/node-pods.test.ts`,
  },
  {
    name: 'terminal-trusts-a-quote',
    promise: 'The shell that starts a command on a terminal expands nothing in its arguments.',
    file: `${testing}/node/exec/terminal.ts`,
    find: '${word.replaceAll(',
    replace: '${word.replaceAll("no such word" + ',
    test: `${testing}/node/exec/terminal.test.ts`,
  },
  {
    name: 'kubelet-starts-a-command-for-nobody',
    promise: 'No command is started for a client that has closed its connection.',
    file: `${kubelet}/exec.ts`,
    find: 'isOpened() && !socket.destroyed && !signal.aborted',
    replace: '!signal.aborted',
    test: `${kubelet}/exec.test.ts`,
  },
];
