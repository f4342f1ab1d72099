import type { Field, Reply } from '../../core/reply.ts';
import type { Label } from '../../photos/label/label.ts';
import type { PictureProblem } from '../../photos/picture.ts';
import { compose, sentences } from '../reply/compose.ts';
import { oneLine } from '../reply/one-line.ts';
import type { View } from '../reply/view.ts';
import { sizeText } from './trouble.ts';

/** Shown while a picture is being decoded. */
export function readingPhotoReply({ words }: View): Reply {
  return compose({ tone: 'progress', placeholder: true, ...words.photos.reading });
}

/** The reply to a picture without an IMEI: says whether any code was read, and how to take a better picture. */
export function noImeiOnPhotoReply({ words }: View, codes: number): Reply {
  const { title, noCodes, otherCodes } = words.photos.none;
  return compose({
    tone: 'bad',
    title,
    lead: sentences(codes === 0 ? noCodes : otherCodes, words.photos.better),
    note: words.notes.nothingSpent,
  });
}

/** The reply to a picture that could not be searched for codes. */
export function pictureProblemReply(view: View, problem: PictureProblem): Reply {
  return compose({ tone: 'bad', ...problemText(view, problem), note: view.words.notes.nothingSpent });
}

/**
 * Adds what else the codes of a picture say to a reply. The serial number is private and is left out where others can read.
 */
export function withLabel(view: View, reply: Reply, label: Label): Reply {
  const words = view.words.photos;
  const fields = [...serialField(view, label), ...articleField(view, label)];
  const lead = sentences(label.onePhone ? words.onePhone : undefined, reply.summary);
  return {
    ...reply,
    ...(lead !== undefined && { summary: lead }),
    sections:
      fields.length === 0 ? reply.sections : [...reply.sections, { heading: words.labelHeading, fields }],
  };
}

function serialField({ words, visibility }: View, { serial }: Label): readonly Field[] {
  if (serial === undefined || visibility === 'shared') return [];
  return [{ label: words.photos.serial, value: oneLine(serial), copyable: true }];
}

function articleField({ words }: View, { gtin }: Label): readonly Field[] {
  if (gtin === undefined) return [];
  const { upc, ean, gtin: carton } = words.photos;
  const labels: Readonly<Record<number, string>> = { 12: upc, 14: carton };
  return [{ label: labels[gtin.length] ?? ean, value: gtin, copyable: true }];
}

function problemText(view: View, problem: PictureProblem): { readonly title: string; readonly lead: string } {
  const words = view.words.photos.problems;
  switch (problem.kind) {
    case 'too-large':
      return { title: words.tooLarge.title, lead: words.tooLarge.lead(sizeText(view, problem.mostBytes)) };
    case 'too-many-pixels':
      return {
        title: words.tooManyPixels.title,
        lead: words.tooManyPixels.lead(String(problem.mostMegapixels)),
      };
    case 'unknown-format':
      return { title: words.unknownFormat.title, lead: words.unknownFormat.lead(problem.format) };
    case 'no-picture':
      return words.noPicture;
    case 'broken':
      return words.broken;
    case 'too-slow':
      return words.tooSlow;
  }
}
