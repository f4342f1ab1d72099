import { anyOf } from '../core/language/word-borders.ts';
import { hasOtherThing } from './unclear-words.ts';

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

/** Whether the cells below the title of a column name phones: `Model`, but not `Model code`. */
export function namesPhones(title: string): boolean {
  const words = title.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  if (!words.some((word) => NAMING.has(word))) return false;
  const isAboutOther = OTHER_PHONE.test(title) || hasOtherThing(title);
  return !isAboutOther && !NOT_NAMING.test(title);
}

/** A pattern of whole words and beginnings of words. Digits may touch a word: `Phone1 Nr2`. */
function startingWords(words: readonly string[], beginnings: readonly string[]): RegExp {
  const wholeWords = words.map((word) => String.raw`${word}(?!\p{L})`);
  return new RegExp(String.raw`(?<!\p{L})` + anyOf([...wholeWords, ...beginnings]), 'iu');
}
