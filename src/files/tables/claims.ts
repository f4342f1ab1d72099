import { type Claim, claimIn } from '../../claims/claim.ts';
import { hasOtherThing } from '../../claims/unclear-words.ts';
import { anyOf } from '../../core/word-borders.ts';
import type { Rows } from './book.ts';
import type { NumberedRow } from './cells.ts';

/**
 * Adds to each number of a table the phone that the columns of models name in its row.
 * @param titleRow the row of the titles, from 0; undefined if there is none
 */
export function withTableClaims(
  numbered: readonly NumberedRow[],
  rows: Rows,
  titleRow: number | undefined,
): readonly NumberedRow[] {
  const titles = titleRow === undefined ? [] : (rows[titleRow] ?? []);
  const columns = [...titles.keys()].filter((index) => namesPhones(titles[index] ?? ''));
  if (columns.length === 0) return numbered;
  // Most rows of a list name one of a few models.
  const known = new Map<string, Claim | undefined>();
  const claimOf = (row: number): Claim | undefined => {
    const cells = columns.map((index) => rows[row]?.[index]?.trim() ?? '');
    const words = cells.filter((cell) => cell !== '').join(' ');
    if (!known.has(words)) known.set(words, claimIn(words));
    return known.get(words);
  };
  return numbered.map(({ row, numbers }) => {
    const claim = claimOf(row);
    return claim === undefined
      ? { row, numbers }
      : { row, numbers: numbers.map((number) => ({ ...number, claim })) };
  });
}

function namesPhones(title: string): boolean {
  const words = title.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  if (!words.some((word) => NAMING.has(word))) return false;
  return !(NOT_NAMING.test(title) || OTHER_PHONE.test(title) || hasOtherThing(title));
}

/** Titles with one of these words name the phone, in the languages of the bot. */
const NAMING = new Set([
  'model',
  'device',
  'phone',
  'handset',
  'smartphone',
  'description',
  'item',
  'product',
  'article',
  'brand',
  'make',
  'maker',
  'manufacturer',
  'modell',
  'gerät',
  'telefon',
  'handy',
  'bezeichnung',
  'beschreibung',
  'artikel',
  'produkt',
  'marke',
  'hersteller',
  'modèle',
  'appareil',
  'téléphone',
  'désignation',
  'produit',
  'marque',
  'modelo',
  'dispositivo',
  'equipo',
  'teléfono',
  'móvil',
  'celular',
  'descripción',
  'artículo',
  'producto',
  'marca',
  'aparelho',
  'telefone',
  'descrição',
  'produto',
  'модель',
  'устройство',
  'телефон',
  'описание',
  'товар',
  'марка',
  'бренд',
  'производитель',
  'пристрій',
  'опис',
  'виробник',
  'الطراز',
  'الموديل',
  'الجهاز',
  'الهاتف',
  'الوصف',
  'المنتج',
  'الماركة',
  'मॉडल',
  'डिवाइस',
  'फ़ोन',
  'फोन',
  'ब्रांड',
  'विवरण',
  '型号',
  '机型',
  '手机',
  '设备',
  '品牌',
  '描述',
  '型號',
  '機型',
  '手機',
  '裝置',
]);
/** Whole words of titles that do not name a phone: `Model no.`, unlike `Nom du modèle`. */
const WORDS_NOT_NAMING = ['num', 'nr', 'no', 'nº', 'id', 'sku'];
/** The same for beginnings of words: `Phone number`, `Model code`, `Product price`. */
const BEGINNINGS_NOT_NAMING = [
  '№',
  'number',
  'nummer',
  'numéro',
  'numero',
  'código',
  'code',
  'price',
  'preis',
  'prix',
  'precio',
  'preço',
  'цена',
  'color',
  'colour',
  'farbe',
];
const NOT_NAMING = startingWords(WORDS_NOT_NAMING, BEGINNINGS_NOT_NAMING);
/** Titles of another phone: `Trade-in model`, unlike `Trademark`. */
const OTHER_PHONE = startingWords(
  ['old', 'trade', 'traded', 'tradein'],
  ['swap', 'new owner', 'tausch', 'reprise', 'обмен', 'обмін'],
);

/** A pattern of whole words and beginnings of words. Digits may touch a word: `Phone1 Nr2`. */
function startingWords(words: readonly string[], beginnings: readonly string[]): RegExp {
  const wholeWords = words.map((word) => String.raw`${word}(?!\p{L})`);
  return new RegExp(String.raw`(?<!\p{L})` + anyOf([...wholeWords, ...beginnings]), 'iu');
}
