import { decodeText } from './encoding.ts';
import { textOfHtml } from './web-page.ts';

/** A header that nearly every mail has, and that people do not type. */
const MIME = /^(?:mime-version|content-transfer-encoding):/im;
/** The headers of a mail or of one of its parts, and what is below the first empty line. */
const PART = /^((?:[\w-]+:.*\n(?:[ \t].*\n)*)+)\n([\s\S]*)$/;
/** The deepest level of parts within parts. What is below is read as the text that it is. */
const MAX_DEPTH = 20;
/** In `multipart/mixed; boundary="next part"`: `boundary`, then its value in quotes or without. */
const PARAMETER = /[;\s]([\w-]+)=(?:"([^"]+)"|"?([^";\s]+))/g;
/** An IMEI, also in groups, or more digits. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{P}]{0,3}\p{Nd}){13,}/gu;
const UTF8_MARK = /^\xef\xbb\xbf/;
/** Quoted-printable: bytes, `=C3=BC`, and a line end that is not part of the text. */
const QUOTED_BYTES = /(?:=[\dA-F]{2})+/gi;
const SOFT_LINE_END = /=[ \t]*\n/g;
/**
 * Words of a header with other letters than English ones: `=?utf-8?Q?Ger=C3=A4t?=` has its charset,
 * perhaps with a language (`utf-8*de`), the letter of its encoding, and the encoded word. A space
 * between two of them is not part of the text.
 */
const ENCODED_WORDS = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi;

/** A mail or one of its parts; without headers if it has none. */
interface Part {
  readonly headers: string;
  readonly body: string;
}

interface ContentType {
  /** Such as `text/plain`; empty if the header is missing. */
  readonly mediaType: string;
  readonly charset: string | undefined;
  /** What separates the parts within this part; undefined if it has none. */
  readonly boundary: string | undefined;
}

/**
 * Returns the subject and the text of a mail; undefined if it is something else. Each part has an
 * encoding of its own, so the mail is read as latin1, a character for each byte, until a part is
 * decoded.
 *
 *     MIME-Version: 1.0                               →      My phone
 *     Subject: My phone                                      IMEI 356938035643809
 *     Content-Transfer-Encoding: base64
 *
 *     SU1FSSAzNTY5MzgwMzU2NDM4MDk=
 *
 * @param language that of the sender of the file
 */
export function textOfMail(file: Buffer, language: string): string | undefined {
  const mail = file.toString('latin1').replace(UTF8_MARK, '').replaceAll('\r\n', '\n');
  return MIME.test(splitPart(mail).headers) ? textOfMessage(mail, language, 0) : undefined;
}

/** The subject and the text of a mail, or of one that is attached to it. */
function textOfMessage(mail: string, language: string, depth: number): string {
  const bytes = Buffer.from(headerOf(splitPart(mail).headers, 'subject'), 'latin1');
  const subject = decodeText(bytes, { language }).replace(
    ENCODED_WORDS,
    (_, charset: string, letter: string, word: string) =>
      decodeText(bytesOfWord(word, letter), { language, named: charset }),
  );
  return `${subject}\n${textOfPart(mail, language, depth)}`;
}

function textOfPart(part: string, language: string, depth: number): string {
  const { headers, body } = splitPart(part);
  const type = contentTypeOf(headers);
  const { mediaType, boundary } = type;
  const isMessage = mediaType === 'message/rfc822';
  if (depth === MAX_DEPTH && (isMessage || boundary !== undefined)) {
    return decodeText(Buffer.from(body, 'latin1'), { language });
  }
  if (isMessage) return textOfMessage(body.trimStart(), language, depth + 1);
  if (boundary === undefined) return textOfLeaf({ headers, body }, type, language);
  const texts = partsOf(body, boundary).map((inner) => textOfPart(inner, language, depth + 1));
  return mediaType === 'multipart/alternative' ? bestForm(texts) : texts.join('\n');
}

/** The text of a part without parts; empty if it is a picture or the like. */
function textOfLeaf({ headers, body }: Part, type: ContentType, language: string): string {
  const { mediaType, charset } = type;
  if (mediaType !== '' && !mediaType.startsWith('text/')) return '';
  const bytes = undoTransferEncoding(body, headerOf(headers, 'content-transfer-encoding'));
  const text = decodeText(bytes, { language, named: charset });
  return mediaType === 'text/html' ? textOfHtml(text) : text;
}

function splitPart(part: string): Part {
  const [, headers = '', body = part] = PART.exec(part) ?? [];
  return { headers, body };
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

function contentTypeOf(headers: string): ContentType {
  const header = headerOf(headers, 'content-type');
  const [mediaType = ''] = header.split(/[;\s]/);
  const parameters = new Map<string, string | undefined>();
  for (const [, name = '', inQuotes, plain] of header.matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), inQuotes ?? plain);
  }
  return {
    mediaType: mediaType.toLowerCase(),
    charset: parameters.get('charset'),
    boundary: parameters.get('boundary'),
  };
}

function headerOf(headers: string, name: string): string {
  const unfolded = headers.replace(/\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
}

/** The bytes of an encoded word in a header. */
function bytesOfWord(word: string, letter: string): Buffer {
  const encoding = letter.toLowerCase() === 'b' ? 'base64' : 'quoted-printable';
  return undoTransferEncoding(word.replaceAll('_', ' '), encoding);
}

/** The bytes before the transfer encoding, such as `base64`. */
function undoTransferEncoding(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  if (/quoted-printable/i.test(encoding)) return undoQuotedPrintable(body);
  return Buffer.from(body, 'latin1');
}

function undoQuotedPrintable(body: string): Buffer {
  const bytes = body
    .replace(SOFT_LINE_END, '')
    .replace(QUOTED_BYTES, (quoted) =>
      Buffer.from(quoted.replaceAll('=', ''), 'hex').toString('latin1'),
    );
  return Buffer.from(bytes, 'latin1');
}
