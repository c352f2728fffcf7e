/** `npm run build`: compiles what has changed, and says so if it takes its time. The projects are its arguments. */
import { compile } from './compile.ts';

process.exitCode = await compile(process.argv.slice(2));
