import type { Field, Reply, ReplyFile } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/find/findings.ts';
import type { PictureRead } from '../../photos/job.ts';
import type { Label } from '../../photos/label/label.ts';
import type { PictureProblem } from '../../photos/picture.ts';
import type { TextImei } from '../../photos/text-imei.ts';
import { compose, sentences, withSections } from '../reply/compose.ts';
import { oneLine, type View } from '../reply/view.ts';
import { titled } from '../words/say.ts';
import { sizeText } from './trouble.ts';

/** Most numbers that a person is shown to compare. */
const MOST_CUT_OUTS = 4;

/** Shown while a picture is being decoded. */
export function readingPhotoReply({ say }: View): Reply {
  return compose({ tone: 'progress', placeholder: true, ...titled(say, 'photos.reading') });
}

/** The reply to a picture without an IMEI: says what was seen, and how to take a better picture. */
export function noImeiOnPhotoReply({ say }: View, seen: PictureRead): Reply {
  const isDocument = seen.pages !== undefined;
  return compose({
    tone: 'bad',
    title: isDocument ? say('files.unreadable.no-imeis.title') : say('photos.none.title'),
    summary: isDocument ? say('photos.none.document') : adviceOn(say, seen),
    note: say('notes.nothingSpent'),
  });
}

function adviceOn(say: View['say'], { codes, look }: PictureRead): string | undefined {
  if (codes.length > 0) return sentences(say('photos.none.otherCodes'), say('photos.better'));
  if (look?.trouble !== undefined) return say(`photos.none.${look.trouble}`);
  if (look === undefined || look.hasBars) return sentences(say('photos.none.noCodes'), say('photos.better'));
  return say(look.hasText ? 'photos.none.text' : 'photos.none.nothing');
}

/** Adds how many pages of a document were read, if not all were. */
export function withPages({ say }: View, reply: Reply, pages: PictureRead['pages']): Reply {
  if (pages === undefined || pages.read >= pages.all || reply.tone === 'progress') return reply;
  const told = say('photos.pages', { read: pages.read, all: String(pages.all) });
  return { ...reply, summary: sentences(reply.summary, told) ?? told };
}

/** Adds that a picture names another IMEI than the only one that was read. */
export function withUnread({ say }: View, reply: Reply): Reply {
  if (reply.tone === 'progress') return reply;
  const told = say('photos.secondUnread');
  return { ...reply, summary: sentences(reply.summary, told) ?? told };
}

/** The digits of the numbers that are asked about, as they stand on the picture; none where others could read them. */
export function cutOutFiles(
  { say, visibility }: View,
  texts: readonly TextImei[],
  found: readonly FoundImei[],
): readonly ReplyFile[] {
  if (visibility === 'shared') return [];
  const asked = texts.filter(({ imei }) => !found.some((one) => one.imei === imei));
  const data = asked.flatMap(({ cutOut }) => cutOut ?? []).slice(0, MOST_CUT_OUTS);
  return data.map((one, index) => ({
    name: `imei-${index + 1}.png`,
    contentType: 'image/png',
    data: one,
    altText: say('photos.cutOut'),
  }));
}

/** The reply to a picture that could not be searched for codes. */
export function pictureProblemReply(view: View, problem: PictureProblem): Reply {
  return compose({ tone: 'bad', ...problemText(view, problem), note: view.say('notes.nothingSpent') });
}

/**
 * Adds what else the codes of a picture say to a reply. The serial number is private and is left out where others can read.
 */
export function withLabel(view: View, reply: Reply, label: Label): Reply {
  const fields = [...serialField(view, label), ...articleField(label)];
  const onLabel = fields.length === 0 ? [] : [{ heading: view.say('photos.labelHeading'), fields }];
  return withSections(reply, onLabel);
}

function serialField({ say, visibility }: View, { serial }: Label): readonly Field[] {
  if (serial === undefined || visibility === 'shared') return [];
  return [{ label: say('photos.serial'), value: oneLine(serial), copyable: true }];
}

/** What article numbers are called, by how many digits they have; the same in every language. */
const ARTICLE_NUMBERS: Readonly<Record<number, string>> = { 12: 'UPC', 14: 'GTIN' };

function articleField({ gtin }: Label): readonly Field[] {
  if (gtin === undefined) return [];
  return [{ label: ARTICLE_NUMBERS[gtin.length] ?? 'EAN', value: gtin, copyable: true }];
}

function problemText(
  view: View,
  problem: PictureProblem,
): { readonly title: string; readonly summary: string } {
  switch (problem.kind) {
    case 'too-large':
      return {
        title: view.say('photos.problems.tooLarge.title'),
        summary: view.say('photos.problems.tooLarge.summary', { most: sizeText(view, problem.mostBytes) }),
      };
    case 'too-many-pixels':
      return {
        title: view.say('photos.problems.tooManyPixels.title'),
        summary: view.say('photos.problems.tooManyPixels.summary', { most: String(problem.mostMegapixels) }),
      };
    case 'unknown-format':
      return {
        title: view.say('photos.problems.unknownFormat.title'),
        summary: view.say('photos.problems.unknownFormat.summary', { format: problem.format }),
      };
    case 'no-picture':
      return titled(view.say, 'photos.problems.noPicture');
    case 'broken': {
      const text = titled(view.say, 'photos.problems.broken');
      return problem.isDocument === true
        ? { ...text, title: view.say('photos.problems.broken.document') }
        : text;
    }
    case 'locked':
      return titled(view.say, 'files.unreadable.locked');
    case 'too-much':
      return {
        ...titled(view.say, 'photos.problems.tooSlow'),
        title: view.say('files.unreadable.too-much.title'),
      };
    case 'too-slow': {
      const text = titled(view.say, 'photos.problems.tooSlow');
      return problem.isDocument === true
        ? { ...text, title: view.say('files.unreadable.too-slow.title') }
        : text;
    }
  }
}
