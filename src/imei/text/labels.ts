import { IMEI_WORDS } from '../others/imei-words.ts';

/** What the words before a number say it is. */
export interface Label {
  /** `other`: something else than an IMEI, such as an ICCID or an order number. */
  readonly kind: 'none' | 'imei' | 'other';
  /** The SIM slot, from 1, if given: `IMEI2`, `IMEI (sim slot 2)`. */
  readonly slot?: number;
  /** The words precede a single digit that is a slot number: `IMEI 2 8607…`. */
  readonly slotAhead: boolean;
}

/** Follows a text word by word and keeps track of the label for the next number. */
export interface LabelReader {
  /** Takes a word. Returns whether it is a typical companion of numbers, rather than part of a sentence. */
  word(word: string): boolean;
  /** Takes a number on its own. Returns whether it was a slot number. */
  slotNumber(digits: string): boolean;
  /** The label of a number that is long enough to be meant. */
  labelOf(): Label;
  /** Ends the line: most labels do not apply to the next one. */
  lineEnd(): void;
}

/** What a typical companion of numbers says of them, and which slot it names. */
interface Meaning {
  readonly says: 'imei' | 'slot' | 'other' | 'owner' | 'device' | 'nothing';
  readonly slot?: number;
}

const SLOT_WORDS = ['sim', 'esim', 'psim', 'slot'];
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Labels of numbers that are no IMEI whatever their digits. */
const OTHER_WORDS =
  `iccid icc eid meid imsi esn pesn msisdn udid uuid guid tel telephone fax call whatsapp sms order invoice
  tracking parcel ticket ref reference transaction booking claim policy contract upc ean gtin barcode card iban account`.split(
    /\s+/,
  );
/** Whose number it is: of an IMEI before it, or of the phone behind it. Without either it is a number of theirs. */
const OWNERS = ['customer', 'customers'];
const DEVICES = ['phone', 'phones', 'device', 'mobile', 'handset'];
/** Words between a label and its number, or around a number somebody asks about. */
const FILLERS =
  `no nr num number numbers numero número numéro nummer номер code is are the of my your our this that it its
  for a an here model s n sn serial sv svn please pls plz check lookup and or
  und et y o oder и primary secondary first second main hi hello thanks thx urn gsma`.split(/\s+/);

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...FILLERS.map((word) => [word, { says: 'nothing' }] as const),
  ...OTHER_WORDS.map((word) => [word, { says: 'other' }] as const),
  ...OWNERS.map((word) => [word, { says: 'owner' }] as const),
  ...DEVICES.map((word) => [word, { says: 'device' }] as const),
  ...SLOT_WORDS.flatMap((word) => withSlots(word, 'slot')),
  ...[...IMEI_WORDS, 'imeis', 'imeisv'].flatMap((word) => withSlots(word, 'imei')),
]);
const LONGEST_WORD = Math.max(...Array.from(MEANINGS.keys(), (word) => word.length));
/** The labels without a slot, which most numbers have. */
const PLAIN: Readonly<Record<Label['kind'], Label>> = {
  none: { kind: 'none', slotAhead: false },
  imei: { kind: 'imei', slotAhead: false },
  other: { kind: 'other', slotAhead: false },
};

interface State {
  kind: Label['kind'];
  slot: number | undefined;
  slotAhead: boolean;
  used: boolean;
  /** The label is that of an owner. */
  owned: boolean;
  labelsOnLine: number;
  sentence: boolean;
}

/** Creates the reader for one text. */
export function createLabelReader(): LabelReader {
  const state: State = {
    kind: 'none',
    slot: undefined,
    slotAhead: false,
    used: false,
    owned: false,
    labelsOnLine: 0,
    sentence: false,
  };
  return {
    word: (word) => readWord(state, word),
    slotNumber: (digits) => {
      if (!state.slotAhead || !/^[1-9]$/.test(digits)) return false;
      state.slot = Number(digits);
      state.slotAhead = false;
      return true;
    },
    labelOf: () => {
      const { kind, slot, slotAhead } = state;
      clear(state);
      // One label may precede a whole list of IMEIs.
      if (kind === 'imei') state.kind = kind;
      state.used = true;
      if (slot !== undefined) return { kind, slotAhead, slot };
      return slotAhead ? { kind, slotAhead } : PLAIN[kind];
    },
    lineEnd: () => {
      // A label at the end of a line applies to the next one; the header of a table does not.
      const isLabel = state.kind === 'imei' || !state.sentence;
      if (state.used || state.labelsOnLine > 1 || !isLabel) clear(state);
      state.labelsOnLine = 0;
      state.sentence = false;
    },
  };
}

function readWord(state: State, written: string): boolean {
  const word = written.length > LONGEST_WORD ? '' : written.toLowerCase();
  const meaning = MEANINGS.get(word);
  if (meaning === undefined) {
    clear(state);
    state.sentence = true;
    return false;
  }
  const { says, slot } = meaning;
  // "IMEI/MEID" is one label.
  if (says === 'owner' && !(state.kind === 'imei' && !state.used && state.labelsOnLine > 0)) {
    setKind(state, 'other');
    state.owned = true;
  }
  if (says === 'device' && state.owned) state.kind = 'none';
  if (says === 'imei') setKind(state, says);
  else if (says === 'other' && (word !== 'meid' || state.kind !== 'imei' || state.used)) setKind(state, says);
  if (says === 'imei' || says === 'slot') setSlot(state, slot);
  return true;
}

function setKind(state: State, kind: Label['kind']): void {
  state.kind = kind;
  state.used = false;
  state.owned = false;
  state.labelsOnLine += 1;
}

function setSlot(state: State, slot: number | undefined): void {
  if (slot !== undefined) state.slot = slot;
  state.slotAhead = state.slot === undefined;
}

function clear(state: State): void {
  state.kind = 'none';
  state.slot = undefined;
  state.slotAhead = false;
  state.used = false;
  state.owned = false;
}

function withSlots(word: string, says: Meaning['says']): readonly (readonly [string, Meaning])[] {
  return [[word, { says }], ...SLOTS.map((slot) => [`${word}${slot}`, { says, slot }] as const)];
}
