import { textOfHtml } from './html.ts';

/** A header of every mail, which people do not type. */
const MIME = /^(?:mime-version|content-transfer-encoding):/im;
/** The headers of a mail or of one of its parts, and what is below the first empty line. */
const PART = /^((?:[\w-]+:.*\n(?:[ \t].*\n)*)+)\n([\s\S]*)$/;
/** How deep parts within parts are read. */
const MAX_DEPTH = 5;
const BOUNDARY = /boundary=(?:"([^"]+)"|([^";\s]+))/i;
/** An IMEI, also in groups, or more digits. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{P}]{0,3}\p{Nd}){13,}/gu;
/** Quoted-printable: bytes, `=C3=BC`, and a line end that is not part of the text. */
const QUOTED_BYTES = /(?:=[\dA-F]{2})+/gi;
const SOFT_LINE_END = /=[ \t]*\n/g;
/** A part of a header with other letters than English ones: `=?utf-8?Q?Ger=C3=A4t?=`. */
const ENCODED_PART = /=\?[^?\s]+\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi;

/** Returns the subject and the text of a mail; undefined if it is something else. */
export function textOfMail(file: string): string | undefined {
  const mail = file.replaceAll('\r\n', '\n');
  const headers = PART.exec(mail)?.[1];
  return headers !== undefined && MIME.test(headers) ? textOfMessage(mail, 0) : undefined;
}

/** The subject and the text of a mail, or of one that is attached to it. */
function textOfMessage(mail: string, depth: number): string {
  const [, headers = ''] = PART.exec(mail) ?? [];
  const subject = headerOf(headers, 'subject').replace(
    ENCODED_PART,
    (_, encoding: string, text: string) =>
      decodedBody(text.replaceAll('_', ' '), /b/i.test(encoding) ? 'base64' : 'quoted-printable'),
  );
  return `${subject}\n${textOfPart(mail, depth)}`;
}

function textOfPart(part: string, depth: number): string {
  const [, headers = '', body = part] = PART.exec(part) ?? [];
  const type = headerOf(headers, 'content-type');
  if (/^message\/rfc822/i.test(type) && depth < MAX_DEPTH) {
    return textOfMessage(body.trimStart(), depth + 1);
  }
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || depth === MAX_DEPTH) {
    if (type !== '' && !/^text\//i.test(type)) return '';
    const text = decodedBody(body, headerOf(headers, 'content-transfer-encoding'));
    return /^text\/html/i.test(type) ? textOfHtml(text) : text;
  }
  const texts = partsOf(body, boundary).map((inner) => textOfPart(inner, depth + 1));
  return /alternative/i.test(type) ? bestForm(texts) : texts.join('\n');
}

/** Returns the texts between the lines with the boundary. */
function partsOf(body: string, boundary: string): readonly string[] {
  const edges = [`--${boundary}`, `--${boundary}--`];
  const parts: string[][] = [[]];
  for (const line of body.split('\n')) {
    if (edges.includes(line.trimEnd())) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.slice(1).map((lines) => lines.join('\n'));
}

/**
 * Returns the form of a text that has the most numbers; of equal ones the first, which is plain
 * text. A form may be blank, or only mention that there is another form.
 */
function bestForm(texts: readonly string[]): string {
  const forms = texts
    .filter((text) => text.trim() !== '')
    .map((text) => ({ text, numberCount: text.match(LONG_NUMBER)?.length ?? 0 }));
  return forms.toSorted((a, b) => b.numberCount - a.numberCount)[0]?.text ?? '';
}

function headerOf(headers: string, name: string): string {
  const unfolded = headers.replace(/\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
}

function decodedBody(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(encoding)) return body;
  return body
    .replace(SOFT_LINE_END, '')
    .replace(QUOTED_BYTES, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
}
