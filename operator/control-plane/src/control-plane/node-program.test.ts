import { describe, expect, it } from 'vitest';

import { parseNodeProgram } from './node-program.ts';

describe('--image', () => {
  it('runs the Pods of an image as a script on this Node', async () => {
    const { match, program } = parseNodeProgram(`registry.example:5000/operator=${import.meta.filename}`);
    expect(match).toBe('registry.example:5000/operator');
    const context = {
      image: '',
      namespace: '',
      pod: '',
      container: '',
      address: '',
      freePort: () => Promise.resolve(1),
    };
    expect(await program(context)).toMatchObject({
      command: [process.execPath, import.meta.filename],
      executables: { 'kubewright-control-plane': [process.execPath, expect.stringMatching(/cli/) as string] },
    });
  });

  it.each(['operator', '=main.js'])('rejects %o and names the expected format', (text) => {
    expect(() => parseNodeProgram(text)).toThrow('use <image>=<script>');
  });

  it('rejects a script that does not exist', () => {
    expect(() => parseNodeProgram('operator=missing.js')).toThrow(/.*missing\.js does not exist; build it first/);
  });
});
