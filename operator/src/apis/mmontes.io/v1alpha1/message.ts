import { cel, t } from '@kubewright/runtime';

/**
 * Maximum length of one argument of a Linux program, in bytes: 128 KiB without the zero byte at its end
 * (`MAX_ARG_STRLEN`, execve(2)).
 */
const longestBytes = 131_071;

/** The message of an Echo or a ScheduledEcho: any text that can be one argument of a program. */
export const message = t.string({
  maxLength: longestBytes,
  rules: [
    cel(
      `bytes(self).size() <= ${String(longestBytes)}`,
      `message must be at most ${String(longestBytes)} bytes in UTF-8: a program argument cannot be longer`,
    ),
    cel(
      "!self.contains('\\u0000')",
      'message must not contain the character NUL: a program argument cannot contain it',
    ),
  ],
  description:
    'The text to print, byte for byte, followed by a newline. Variables and escape sequences are not expanded.',
});
