/**
 * Words that say whether something is there, and not which: those of a list of what was looked at. No raw string: the bundle would keep
 * letters of other scripts in it.
 */
const ANSWERS: ReadonlySet<string> = new Set([
  ...[
    'yes',
    'no',
    'none',
    'ok',
    'okay',
    'na',
    'done',
    'given',
    'present',
    'missing',
    'checked',
    'verified',
    'valid',
  ],
  ...[
    'clean',
    'match',
    'matches',
    'passed',
    'pass',
    'failed',
    'fail',
    'good',
    'true',
    'false',
    'unknown',
    'confirmed',
  ],
  ...[
    'received',
    'recorded',
    'scanned',
    'ja',
    'nein',
    'geprüft',
    'vorhanden',
    'fehlt',
    'erfasst',
    'gültig',
    'stimmt',
  ],
  ...[
    'oui',
    'non',
    'vérifié',
    'présent',
    'valide',
    'fait',
    'sí',
    'si',
    'hecho',
    'verificado',
    'válido',
    'não',
  ],
  ...[
    'nao',
    'sì',
    'verificato',
    'presente',
    'tak',
    'nie',
    'jest',
    'brak',
    'sprawdzono',
    'evet',
    'hayır',
    'hayir',
    'var',
  ],
  ...['yok', 'tamam', 'да', 'нет', 'есть', 'проверен', 'так', 'ні', 'є', 'не'],
  ...[
    '是',
    '否',
    '有',
    '无',
    '無',
    '好',
    '已',
    '已核对',
    'はい',
    'いいえ',
    '済',
    'あり',
    'なし',
    '예',
    '네',
    '아니요',
    '확인',
  ],
  ...['نعم', 'لا', 'تم', 'כן', 'לא', 'हाँ', 'हां', 'नहीं', 'ठीक'],
]);

/** Whether words only answer: `yes`, or `n/a`. */
export function isAnswer(words: string): boolean {
  return ANSWERS.has(
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, '')
      .trim(),
  );
}
