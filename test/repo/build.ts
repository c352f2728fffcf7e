/** `npm run build`: compiles the given projects if they have changed, and prints what it does if that is slow. */
import { compile } from './compile.ts';

process.exitCode = await compile(process.argv.slice(2));
