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

const IMEI_WORD = /^imei(?:sv|s)?([1-9])?$/;
const SLOT_WORD = /^(?:[ep]?sim|slot)([1-9])?$/;

const LONGEST_SLOT_WORD = 5;

/** Labels of numbers that are no IMEI whatever their digits. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  `iccid icc eid meid imsi esn pesn msisdn udid uuid guid tel telephone fax call whatsapp sms order invoice
  tracking parcel ticket upc ean gtin barcode card iban account`.split(/\s+/),
);
/** Words between a label and its number, or around a number somebody asks about. */
const FILLERS: ReadonlySet<string> = new Set(
  `no nr num number numbers numero número numéro nummer номер code is are the of my your our this that it its
  for a an here phone phones device mobile handset model s n sn serial sv svn please pls plz check lookup and or
  und et y o oder и primary secondary first second main hi hello thanks thx urn gsma`.split(/\s+/),
);

interface State {
  kind: Label['kind'];
  slot: number | undefined;
  slotAhead: boolean;
  used: boolean;
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
    labelsOnLine: 0,
    sentence: false,
  };
  return {
    word: (word) => readWord(state, word.toLowerCase()),
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
      return slot === undefined ? { kind, slotAhead } : { kind, slotAhead, slot };
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

function readWord(state: State, word: string): boolean {
  const imei = word.startsWith('imei') ? IMEI_WORD.exec(word) : null;
  const slot = word.length <= LONGEST_SLOT_WORD ? SLOT_WORD.exec(word) : null;
  if (imei !== null) {
    setKind(state, 'imei');
    setSlot(state, imei[1]);
  } else if (slot !== null) {
    setSlot(state, slot[1]);
  } else if (OTHER_WORDS.has(word)) {
    // "IMEI/MEID" is one label.
    if (word !== 'meid' || state.kind !== 'imei' || state.used) setKind(state, 'other');
  } else if (!FILLERS.has(word)) {
    clear(state);
    state.sentence = true;
    return false;
  }
  return true;
}

function setKind(state: State, kind: Label['kind']): void {
  state.kind = kind;
  state.used = false;
  state.labelsOnLine += 1;
}

function setSlot(state: State, digit: string | undefined): void {
  if (digit !== undefined) state.slot = Number(digit);
  state.slotAhead = state.slot === undefined;
}

function clear(state: State): void {
  state.kind = 'none';
  state.slot = undefined;
  state.slotAhead = false;
  state.used = false;
}
