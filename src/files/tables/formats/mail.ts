import { decodeText } from './encoding.ts';
import { textOfHtml } from './web-page.ts';

/** A header of every mail, which people do not type. */
const MIME = /^(?:mime-version|content-transfer-encoding):/im;
/** The headers of a mail or of one of its parts, and what is below the first empty line. */
const PART = /^((?:[\w-]+:.*\n(?:[ \t].*\n)*)+)\n([\s\S]*)$/;
/** The deepest level of parts within parts. What is below is read as the text that it is. */
const MAX_DEPTH = 20;
/** `text/plain; charset=koi8-r` */
const CHARSET = /charset="?([^";\s]+)/i;
const BOUNDARY = /boundary=(?:"([^"]+)"|([^";\s]+))/i;
/** An IMEI, also in groups, or more digits. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{P}]{0,3}\p{Nd}){13,}/gu;
const UTF8_MARK = /^\xef\xbb\xbf/;
/** Encodings of a word in a header. */
const WORD_ENCODINGS: Readonly<Record<string, string>> = { b: 'base64', q: 'quoted-printable' };
/** Quoted-printable: bytes, `=C3=BC`, and a line end that is not part of the text. */
const QUOTED_BYTES = /(?:=[\dA-F]{2})+/gi;
const SOFT_LINE_END = /=[ \t]*\n/g;
/** A part of a header with other letters than English ones: `=?utf-8?Q?Ger=C3=A4t?=`. */
const ENCODED_PART = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi;

/**
 * Returns the subject and the text of a mail; undefined if it is something else. Each part has an
 * encoding of its own, so the bytes of a part are the characters of a text until it is decoded.
 *
 *     MIME-Version: 1.0                                      My phone
 *     Subject: My phone                                      IMEI 356938035643809
 *     Content-Transfer-Encoding: base64
 *
 *     SU1FSSAzNTY5MzgwMzU2NDM4MDk=
 *
 * @param language that of the sender of the file
 */
export function textOfMail(file: Buffer, language: string): string | undefined {
  const mail = file.toString('latin1').replace(UTF8_MARK, '').replaceAll('\r\n', '\n');
  const headers = PART.exec(mail)?.[1];
  return headers !== undefined && MIME.test(headers) ? textOfMessage(mail, language, 0) : undefined;
}

/** The subject and the text of a mail, or of one that is attached to it. */
function textOfMessage(mail: string, language: string, depth: number): string {
  const [, headers = ''] = PART.exec(mail) ?? [];
  const written = headerOf(headers, 'subject');
  const subject = decodeText(Buffer.from(written, 'latin1'), { language }).replace(
    ENCODED_PART,
    (_, named: string, letter: string, words: string) =>
      decodeText(unpacked(words.replaceAll('_', ' '), WORD_ENCODINGS[letter.toLowerCase()]), {
        language,
        named,
      }),
  );
  return `${subject}\n${textOfPart(mail, language, depth)}`;
}

function textOfPart(part: string, language: string, depth: number): string {
  const [, headers = '', body = part] = PART.exec(part) ?? [];
  const type = headerOf(headers, 'content-type');
  const isMessage = /^message\/rfc822/i.test(type);
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (depth === MAX_DEPTH && (isMessage || boundary !== undefined)) {
    return decodeText(Buffer.from(body, 'latin1'), { language });
  }
  if (isMessage) return textOfMessage(body.trimStart(), language, depth + 1);
  if (boundary === undefined) {
    if (type !== '' && !/^text\//i.test(type)) return '';
    const bytes = unpacked(body, headerOf(headers, 'content-transfer-encoding'));
    const text = decodeText(bytes, { language, named: CHARSET.exec(type)?.[1] });
    return /^text\/html/i.test(type) ? textOfHtml(text) : text;
  }
  const texts = partsOf(body, boundary).map((inner) => textOfPart(inner, language, depth + 1));
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

/** The bytes that a part or a word has been packed from. */
function unpacked(body: string, encoding = ''): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  if (!/quoted-printable/i.test(encoding)) return Buffer.from(body, 'latin1');
  const bytes = body
    .replace(SOFT_LINE_END, '')
    .replace(QUOTED_BYTES, (quoted) =>
      Buffer.from(quoted.replaceAll('=', ''), 'hex').toString('latin1'),
    );
  return Buffer.from(bytes, 'latin1');
}
