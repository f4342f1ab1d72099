import { MODEL_WORDS, WHICH_WORDS, withoutMarks } from './names.ts';

/**
 * What titles of columns with IMEIs say where they do not say IMEI: that it is a number, a serial number or a device, which one, and what
 * became of it. Words of Latin letters are whole but for their endings; what has marks on its letters is here without them. No raw string:
 * the bundle would keep letters of other scripts in it.
 */
const LATIN = new Set(
  [
    'serial serials series serie serien seri sn snr sno s n no nr nro nos num number numbers numero numeros nummer nummern numer numery',
    'numara numarasi numerot nomor so id ids ident identifier identifiers identity identifikation identifiant identificador identificatore',
    'identyfikator code codes kod kodu codigo codice value values wert werte valor valeur valore wartosc deger data daten donnees dati',
    'dane veri scan scans scanned scanner eingescannt input eingabe entry entries list liste lista listado note notes notiz notizen nota',
    'notas uwagi not notlar remark remarks comment comments commentaire bemerkung bemerkungen kommentar anmerkung observaciones column',
    'spalte colonne columna coluna colonna kolumna sutun field feld champ campo device devices gerat gerate geraet geraete appareil',
    'appareils equipo equipos equipment equipement equipements equipamento dispositivo dispositivos aparelho aparelhos apparecchio apparecchi urzadzenie',
    'urzadzenia cihaz cihazlar terminal terminals handset handsets unit units unite unites unita unidad unidades unidade unidades einheit',
    'hardware hw item items stock inventory inventar inventaire inventario bestand model models modell modele modelo modello product',
    'produkt produit producto produto prodotto brand marke marque marca smartphone smartphones tablet tablets tablette router modem',
    'tracker gps watch laptop lte psim replaced exchange swap swapped austausch tausch sold bought returned received verkauft gekauft',
    MODEL_WORDS,
    WHICH_WORDS,
    'returns primary secondary of the de des du la le del do da der die das d l and und et y e i o full complete text raw check',
    'checked to pruefen prufen verifier please bitte unnamed untitled x',
  ]
    .join(' ')
    .split(' '),
);
/** In other scripts words have endings, or no gaps between them. */
const IN_OTHER_SCRIPTS = new RegExp(
  [
    'сери[ийя]н\\p{L}*|серия|номер\\p{L}*|код|устро[ий]ств\\p{L}*|аппарат\\p{L}*|модел\\p{L}*|товар|список|сканир\\p{L}*|значен\\p{L}*|нов\\p{L}{2}|стар\\p{L}{2}',
    'пристр\\p{L}*|заметк\\p{L}*|примечан\\p{L}*|序列|序號|编|編|号|號|码|碼|设备|設備|机|機|器|型|产品|產品|数据|數據|扫描|掃描|备注|備註|列表|清单|清單|新|旧|舊|串|シリアル|ナンバー|番|端末|製品|備考|リスト|一覧',
    '일련|번호|기기|단말|장치|모델|제품|목록|비고|الرقم|رقم|الأرقام|التسلسلي|تسلسلي|الجهاز|جهاز|الأجهزة|الموديل|موديل|ملاحظات|القيمة|מספר|סידורי|מכשיר|דגם|הערות|नंबर|संख्या|क्रम\\p{L}*|सीरियल|डिवाइस|मॉडल|सूची|شماره|سریال|دستگاه|مدل|نمبر',
  ].join('|'),
  'giu',
);
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
/** `serialNumber`, as programs write titles. */
const JOINED = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** Whether a title has no word but those: with any other it may be of something that the list of other names lacks. */
export function isPlainTitle(title: string): boolean {
  const words = withoutMarks(title.normalize('NFKC'))
    .replace(JOINED, ' ')
    .replace(IN_OTHER_SCRIPTS, ' ')
    .toLowerCase();
  return (words.match(WORD) ?? []).every((word) => LATIN.has(word) || isOfTwo(word));
}

/** Whether a word is two of them in one: `Seriennummer`. */
function isOfTwo(word: string): boolean {
  for (let at = 2; at < word.length; at += 1)
    if (LATIN.has(word.slice(0, at)) && LATIN.has(word.slice(at))) return true;
  return false;
}
