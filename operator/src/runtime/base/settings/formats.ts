/** Names as the API server checks them: of namespaces (`label`), and of most other objects (`subdomain`). RFC 1123. */
export type SettingFormat = 'label' | 'subdomain';

interface Format {
  readonly pattern: RegExp;
  /** What the pattern asks for. */
  readonly words: string;
}

export const formats: Readonly<Record<SettingFormat, Format>> = {
  label: {
    pattern: /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
    words: 'a name of lower-case letters, digits and "-", at most 63',
  },
  subdomain: {
    pattern: /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    words: 'a name of lower-case letters, digits, "-" and ".", at most 253',
  },
};
