const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Without what a terminal would interpret: names and messages may come from anyone. */
export function removeUnseen(text: string): string {
  return text.replaceAll(unseen, '');
}
