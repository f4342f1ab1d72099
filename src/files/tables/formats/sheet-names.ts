/** Characters that XLSX does not allow in the name of a sheet, and half of a sign that was cut. */
const FORBIDDEN = /[:\\/?*[\]\p{Cs}]|^'|'$/gu;
const LONGEST_NAME = 31;
/** Excel keeps this name for itself. */
const RESERVED = 'history';
const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#039;': "'",
};

/**
 * A name of a sheet as people see it. SheetJS 0.20.3 returns those of OpenDocument as XML has them,
 * and undefined for a table without a name, such as one of another program. After an update try a
 * sheet named `A&B`.
 */
export function nameFromXml(name = ''): string {
  return name.replace(/&[a-z#\d]+;/g, (sign) => SIGNS[sign] ?? sign);
}

/**
 * Names for the sheets of an XLSX. Those that it does not allow, or that repeat, are changed:
 *
 *     Stock, stock, A/B    Stock, stock (2), A_B
 */
export function allowedNames(names: readonly string[]): readonly string[] {
  const taken = new Set([RESERVED]);
  return names.map((name, index) => {
    const allowed = fitName(name) || `Sheet${index + 1}`;
    let free = allowed;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
      free = fitName(allowed, ` (${count})`);
    }
    taken.add(free.toLowerCase());
    return free;
  });
}

function fitName(name: string, end = ''): string {
  return `${name.slice(0, LONGEST_NAME - end.length).replace(FORBIDDEN, '_')}${end}`;
}
