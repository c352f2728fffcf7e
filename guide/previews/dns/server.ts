import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const records = new Map<string, unknown>();

export const dns = createServer(async (request, response) => {
  const id = request.url?.slice(1) ?? '';
  if (request.method === 'PUT') records.set(id, await json(request));
  if (request.method === 'DELETE') records.delete(id);
  response.setHeader('connection', 'close').end(`${JSON.stringify(Object.fromEntries(records))}\n`);
});

if (process.argv[1] === import.meta.filename)
  dns.listen(8053, '127.0.0.1', () => console.log('DNS records on http://127.0.0.1:8053'));
