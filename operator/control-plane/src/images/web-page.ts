/**
 * The program for `nginx`: answers every GET with a welcome page that names the image and the Pod. Only the node starts
 * it: `node web-page.ts --address A --port P --image I --pod N -- ...`.
 */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({
  options: { address: text, port: text, image: text, pod: text },
  allowPositionals: true,
});

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (raw: string): string => raw.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

const page = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Welcome to nginx!</title></head>
<body>
<h1>Welcome to nginx!</h1>
<p>Image <code>${escapeHtml(values.image)}</code>, Pod <code>${escapeHtml(values.pod)}</code>.</p>
</body>
</html>
`;

const server = createServer((request, response) => {
  const known = request.method === 'GET' || request.method === 'HEAD';
  response.writeHead(known ? 200 : 405, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
  response.end(known ? page : '');
  console.log(`${request.method ?? ''} ${request.url ?? ''} ${String(response.statusCode)}`);
});

function stop(): void {
  server.close();
  server.closeIdleConnections();
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('SIGQUIT', stop);
server.listen({ host: values.address, port: Number(values.port) });
