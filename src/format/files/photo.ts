import type { Field, Reply } from '../../core/reply.ts';
import type { Label } from '../../photos/label/label.ts';
import type { PictureProblem } from '../../photos/picture.ts';
import { compose, sentences } from '../reply/compose.ts';
import { oneLine } from '../reply/one-line.ts';
import type { View } from '../reply/view.ts';
import { titled } from '../words/titled.ts';
import { sizeText } from './trouble.ts';

/** Shown while a picture is being decoded. */
export function readingPhotoReply({ say }: View): Reply {
  return compose({ tone: 'progress', placeholder: true, ...titled(say, 'photos.reading') });
}

/** The reply to a picture without an IMEI: says whether any code was read, and how to take a better picture. */
export function noImeiOnPhotoReply({ say }: View, codes: number): Reply {
  return compose({
    tone: 'bad',
    title: say('photos.none.title'),
    lead: sentences(
      codes === 0 ? say('photos.none.noCodes') : say('photos.none.otherCodes'),
      say('photos.better'),
    ),
    note: say('notes.nothingSpent'),
  });
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
  const lead = sentences(label.onePhone ? view.say('photos.onePhone') : undefined, reply.summary);
  return {
    ...reply,
    ...(lead !== undefined && { summary: lead }),
    sections:
      fields.length === 0
        ? reply.sections
        : [...reply.sections, { heading: view.say('photos.labelHeading'), fields }],
  };
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

function problemText(view: View, problem: PictureProblem): { readonly title: string; readonly lead: string } {
  switch (problem.kind) {
    case 'too-large':
      return {
        title: view.say('photos.problems.tooLarge.title'),
        lead: view.say('photos.problems.tooLarge.lead', { most: sizeText(view, problem.mostBytes) }),
      };
    case 'too-many-pixels':
      return {
        title: view.say('photos.problems.tooManyPixels.title'),
        lead: view.say('photos.problems.tooManyPixels.lead', { most: String(problem.mostMegapixels) }),
      };
    case 'unknown-format':
      return {
        title: view.say('photos.problems.unknownFormat.title'),
        lead: view.say('photos.problems.unknownFormat.lead', { format: problem.format }),
      };
    case 'no-picture':
      return titled(view.say, 'photos.problems.noPicture');
    case 'broken':
      return titled(view.say, 'photos.problems.broken');
    case 'too-slow':
      return titled(view.say, 'photos.problems.tooSlow');
  }
}
