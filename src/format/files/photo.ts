import type { Field, Reply } from '../../core/reply.ts';
import {
  MOST_BYTES,
  MOST_MEGAPIXELS,
  type PictureProblem,
  type PictureRead,
  type PictureReading,
} from '../../files/photos/contract.ts';
import { compose, sentences, withSections } from '../reply/compose.ts';
import { oneLine, type View } from '../reply/view.ts';
import { titled } from '../words/say.ts';
import { sizeText } from './trouble.ts';

/** What article numbers are called, by how many digits they have; the same in every language. */
const ARTICLE_NUMBERS: Readonly<Record<number, string>> = { 12: 'UPC', 14: 'GTIN' };

/** The reply to a picture without an IMEI: says what was seen, and how to take a better picture. */
export function noImeiOnPhotoReply({ say }: View, { pages, seen }: PictureRead): Reply {
  const isDocument = pages !== undefined;
  return compose({
    tone: 'bad',
    title: isDocument ? say('files.unreadable.no-imeis.title') : say('photos.none.title'),
    summary: isDocument ? say('photos.none.document') : say(`photos.none.${seen}`),
    note: say('notes.nothingSpent'),
  });
}

/** Adds what else the codes of a picture say, and how many pages of a PDF were read if not all. */
export function withPicture(view: View, reply: Reply, { label, pages }: PictureRead): Reply {
  if (reply.tone === 'progress') return reply;
  const fields = [...serialField(view, label), ...articleField(label)];
  const sections = fields.length === 0 ? [] : [{ heading: view.say('photos.labelHeading'), fields }];
  const isPart = pages !== undefined && pages.read < pages.all;
  const summary = sentences(
    reply.summary,
    isPart ? view.say('photos.pages', { read: pages.read, all: String(pages.all) }) : undefined,
  );
  return { ...withSections(reply, sections), ...(summary !== undefined && { summary }) };
}

/** The serial number is private and is left out if others can read. */
function serialField({ say, visibility }: View, { serial }: PictureRead['label']): readonly Field[] {
  if (serial === undefined || visibility === 'shared') return [];
  return [{ label: say('photos.serial'), value: oneLine(serial), copyable: true }];
}

function articleField({ gtin }: PictureRead['label']): readonly Field[] {
  if (gtin === undefined) return [];
  return [{ label: ARTICLE_NUMBERS[gtin.length] ?? 'EAN', value: gtin, copyable: true }];
}

/** The reply to a picture or a PDF that could not be read. */
export function pictureProblemReply(view: View, reading: PictureReading & { readonly ok: false }): Reply {
  return compose({ tone: 'bad', ...problemText(view, reading), note: view.say('notes.nothingSpent') });
}

/** What is wrong with a picture or a PDF, in a few words. */
function pictureProblemTitle({ say }: View, problem: PictureProblem): string {
  if (problem === 'locked') return say('files.unreadable.locked.title');
  return say(`photos.problems.${problem === 'too-much' ? 'too-slow' : problem}.title`);
}

function problemText(view: View, { problem, isPdf }: PictureReading & { readonly ok: false }) {
  const { say } = view;
  const title = pictureProblemTitle(view, problem);
  switch (problem) {
    case 'too-large':
      return {
        title,
        summary: say('photos.problems.too-large.summary', { most: sizeText(view, MOST_BYTES) }),
      };
    case 'too-many-pixels':
      return {
        title,
        summary: say('photos.problems.too-many-pixels.summary', { most: String(MOST_MEGAPIXELS) }),
      };
    case 'locked':
      return titled(say, 'files.unreadable.locked');
    default: {
      const text = titled(say, `photos.problems.${problem === 'too-much' ? 'too-slow' : problem}`);
      return isPdf ? { ...text, title: say('photos.problems.document') } : text;
    }
  }
}
