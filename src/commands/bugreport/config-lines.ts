const masked = '***';

/** Sections and fields whose texts are the program's vocabulary. Any other text could be anything: a command, a path. */
const openSections = new Set(['display', 'refresh', 'balances', 'caps', 'owners', 'keys', 'names']);
const openFields = new Set(['profile', 'theme', 'base_url', 'socket_host']);

const header = /^\s*(\[+\s*([\w"'.-]+)\s*\]+)\s*(?:#.*)?$/;
const setting = /^\s*([\w.-]+|"[^"\\]*")\s*=\s*(.*?)\s*$/;
const figure = /^([+-]?[\d_]+(?:\.[\d_]+)?|true|false)\s*(?:#.*)?$/;
const plainText = /^("[^"\\]*"|\[\s*(?:"[^"\\]*"\s*,?\s*)*\])\s*(?:#.*)?$/;

/**
 * The configuration with the same line numbers, which error messages name, also if it cannot be parsed: figures and the
 * program's own words stay, other texts and all comments are masked.
 */
export function configLines(text: string): string {
  let section = '';
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*(#.*)?$/.test(line)) return line.trim() === '' ? '' : '#';
      const [, head, name] = header.exec(line) ?? [];
      if (head !== undefined) {
        section = name ?? '';
        return head;
      }
      const [, field, value = ''] = setting.exec(line) ?? [];
      return field === undefined ? masked : `${field} = ${shownValue(section, field, value)}`;
    })
    .join('\n');
}

function shownValue(section: string, field: string, value: string): string {
  const [, shown] = figure.exec(value) ?? [];
  if (shown !== undefined) return shown;
  // Also where a comment or a dotted key hides the section: an endpoint's path may hold a key.
  if (/^rpc\b/.test(section) || /^"?rpc\b/.test(field)) return masked;
  const isOpen = openSections.has(section) || openFields.has(field);
  const [, words] = (isOpen && plainText.exec(value)) || [];
  return words ?? masked;
}
