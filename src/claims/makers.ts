/** A maker of phones, or several that sell each other's phones, and the words for it. */
export interface Maker {
  readonly name: string;
  /**
   * Names of the maker in answers of the service: as the brand, or at the start of a word of the
   * model. Makers that share a name here are never distinguished.
   */
  readonly answers: readonly string[];
  /** Words that always name the maker, since they mean nothing else: `galaxy`. */
  readonly families?: readonly string[];
  /** Words that name the maker before a model, `samsung a52`, or as the only words. */
  readonly brands?: readonly string[];
  /**
   * Regular expressions for the start of a model, such as `sm-[agnsmf]` for `SM-G991B`. Also for a
   * brand whose word means other things, too: `pixel \d`, since there are dead pixels.
   */
  readonly models?: readonly string[];
}

/**
 * Sub-brands are with their makers: the same phone is a Redmi, a POCO or a Xiaomi, depending on who
 * writes it down. Makers that are not in this list are never compared.
 */
export const MAKERS: readonly Maker[] = [
  {
    name: 'Apple',
    answers: ['apple', 'iphone', 'ipad'],
    families: [
      'iphone',
      'iphones',
      'ipad',
      'айфон',
      'آيفون',
      'ايفون',
      'आईफोन',
      'आईफ़ोन',
      '苹果手机',
    ],
    brands: ['apple', 'эпл', '苹果', '蘋果'],
  },
  {
    name: 'Samsung',
    answers: ['samsung', 'galaxy'],
    families: ['galaxy'],
    brands: ['samsung', 'самсунг', 'سامسونج', 'سامسونغ', 'सैमसंग', '三星'],
    models: ['sm-[agnsmf]'],
  },
  {
    name: 'Xiaomi',
    answers: ['xiaomi', 'redmi', 'poco', 'pocophone', 'mi', 'blackshark', 'black shark'],
    families: ['redmi', 'pocophone', 'редми', 'ريدمي', '红米', '紅米'],
    brands: ['xiaomi', 'сяоми', 'ксиаоми', 'شاومي', 'शाओमी', '小米'],
    models: ['poco [xfmc]\\d'],
  },
  {
    name: 'Huawei',
    answers: ['huawei', 'honor', 'hinova', 'wiko'],
    brands: ['huawei', 'хуавей', 'هواوي', 'हुआवेई', '华为', '華為'],
    models: ['honor (?:\\d|x\\d|magic|view|play)'],
  },
  {
    name: 'OPPO',
    answers: ['oppo', 'realme', 'oneplus', 'one plus'],
    families: ['realme', 'oneplus'],
    brands: ['oppo', 'one plus'],
  },
  {
    name: 'vivo',
    answers: ['vivo', 'iqoo'],
    families: ['iqoo'],
    models: ['vivo [vyxst]\\d'],
  },
  {
    name: 'Nokia',
    answers: ['nokia', 'hmd', 'microsoft', 'lumia'],
    families: ['lumia'],
    brands: ['nokia', 'нокиа', 'نوكيا', 'नोकिया', '诺基亚', '諾基亞'],
  },
  {
    name: 'Motorola',
    answers: ['motorola', 'moto', 'lenovo'],
    brands: ['motorola', 'моторола'],
    models: ['moto [gexz]\\d?'],
  },
  {
    name: 'Google',
    answers: ['google', 'pixel', 'nexus', 'htc'],
    models: ['pixel \\d'],
  },
  {
    name: 'Sony',
    answers: ['sony', 'sony ericsson', 'sonyericsson', 'ericsson', 'xperia'],
    families: ['xperia', 'sony ericsson'],
  },
  {
    name: 'HTC',
    answers: ['htc', 'google', 'pixel', 'nexus'],
    brands: ['htc'],
  },
  {
    name: 'LG',
    answers: ['lg', 'lge', 'nexus'],
    models: ['lg (?:[gvkq]\\d|velvet|wing)'],
  },
  {
    name: 'TCL',
    answers: ['tcl', 'alcatel', 'tct', 'blackberry', 'rim'],
    families: ['blackberry'],
    brands: ['alcatel', 'tcl'],
  },
  {
    name: 'Transsion',
    answers: ['tecno', 'infinix', 'itel', 'transsion'],
    families: ['tecno', 'infinix'],
    brands: ['itel'],
  },
  {
    name: 'ZTE',
    answers: ['zte', 'nubia', 'redmagic', 'red magic'],
    families: ['nubia', 'redmagic'],
    brands: ['zte'],
  },
  {
    name: 'ASUS',
    answers: ['asus', 'asustek', 'zenfone', 'rog', 'nexus'],
    families: ['zenfone', 'rog phone'],
  },
  { name: 'Nothing', answers: ['nothing', 'cmf'], families: ['nothing phone', 'cmf phone'] },
  { name: 'Fairphone', answers: ['fairphone'], families: ['fairphone'] },
  { name: 'Doogee', answers: ['doogee'], families: ['doogee'] },
  { name: 'Ulefone', answers: ['ulefone'], families: ['ulefone'] },
  { name: 'Blackview', answers: ['blackview'], families: ['blackview'] },
  { name: 'Oukitel', answers: ['oukitel'], families: ['oukitel'] },
  { name: 'Cubot', answers: ['cubot'], families: ['cubot'] },
  { name: 'Umidigi', answers: ['umidigi'], families: ['umidigi'] },
  { name: 'Meizu', answers: ['meizu'], families: ['meizu'] },
];
