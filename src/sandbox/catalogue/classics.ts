import { DUAL_BAND, GSM_900, QUAD_BAND, TRI_BAND } from './bands.ts';
import { type CatalogueEntry, colour, mm, mono, phonesOf } from './entry.ts';

const siemens = phonesOf('SIEMENS');
const ericsson = phonesOf('ERICSSON');
const sonyEricsson = phonesOf('SONY ERICSSON');
const motorola = phonesOf('MOTOROLA');
const samsung = phonesOf('SAMSUNG');
const alcatel = phonesOf('ALCATEL');
const lg = phonesOf('LG');
const blackberry = phonesOf('BLACKBERRY');
const palm = phonesOf('PALM');

const QCIF = { width: 176, height: 220 } as const;
const SMALL = { width: 101, height: 80 } as const;

/** Phones with keys, of makers other than Nokia. */
export const CLASSICS: readonly CatalogueEntry[] = [
  alcatel('35209900', 'One Touch 332', { gsm_band: DUAL_BAND }),

  siemens('44919100', 'C35i', { gsm_band: DUAL_BAND }),
  siemens('44919700', 'S35i', { weight: 99, size: mm(118, 46, 21), gsm_band: DUAL_BAND }),
  siemens('35081437', 'SL45', {
    weight: 88,
    size: mm(105, 42, 17),
    battery: ['Li-Ion', 540],
    gsm_band: DUAL_BAND,
  }),
  siemens('35017200', 'ME45', { weight: 99, size: mm(109, 46, 20), gsm_band: DUAL_BAND }),
  siemens('35108300', 'S55', {
    weight: 85,
    size: mm(101, 42, 18),
    battery: ['Li-Ion', 700],
    display: colour('256', 'STN', SMALL),
    gsm_band: TRI_BAND,
  }),
  siemens('35207900', 'SX1', {
    size: mm(109, 56, 19),
    display: colour('65K', 'TFT', QCIF),
    gsm_band: TRI_BAND,
    os: 'Symbian OS 6.1, Series 60',
  }),

  ericsson('52002000', 'A1018s', { gsm_band: DUAL_BAND }),
  ericsson('52003200', 'T28s', { build: 'Flip', size: mm(97, 50, 15), gsm_band: DUAL_BAND }),
  ericsson('52006000', 'R320s', { gsm_band: DUAL_BAND }),
  ericsson('52024900', 'R380s', {
    build: 'Flip',
    touch_scr: true,
    weight: 164,
    size: mm(130, 50, 26),
    display: mono(360, 120),
    gsm_band: DUAL_BAND,
    os: 'EPOC Release 5',
  }),
  ericsson('52039119', 'T39m', {
    build: 'Flip',
    weight: 86,
    size: mm(96, 50, 18),
    gsm_band: TRI_BAND,
  }),
  ericsson('35032500', 'T68', {
    weight: 84,
    size: mm(100, 48, 20),
    battery: ['Li-Po', 700],
    display: colour('256', 'STN', SMALL),
    gsm_band: TRI_BAND,
  }),

  sonyEricsson('35032400', 'T68i', {
    year: ['2002', 'March'],
    weight: 84,
    size: mm(100, 48, 20),
    battery: ['Li-Po', 700],
    display: colour('256', 'STN', SMALL),
    gsm_band: TRI_BAND,
  }),
  sonyEricsson('35044310', 'P800', {
    year: ['2002', 'March'],
    touch_scr: true,
    size: mm(117, 59, 27),
    display: colour('4096', 'TFT', { width: 208, height: 320 }),
    gsm_band: TRI_BAND,
    os: 'Symbian OS 7.0, UIQ 2',
    cpu: 'ARM 9',
    cpu_clock: 156,
  }),
  sonyEricsson('35125200', 'T610', {
    year: ['2003', 'March'],
    weight: 95,
    size: mm(102, 44, 19),
    display: colour('65K', 'STN', { width: 128, height: 160 }),
    gsm_band: TRI_BAND,
  }),
  sonyEricsson('35400600', 'K700i', {
    year: ['2004', 'March'],
    weight: 93,
    size: mm(99, 46, 19),
    int_memory: '41 MB',
    display: colour('65K', 'TFT', QCIF),
    gsm_band: TRI_BAND,
  }),
  sonyEricsson('35423400', 'P910', {
    year: ['2004', 'July'],
    qwerty: true,
    touch_scr: true,
    weight: 155,
    size: mm(115, 58, 26),
    display: colour('262K', 'TFT', { width: 208, height: 320 }),
    gsm_band: TRI_BAND,
    os: 'Symbian OS 7.0, UIQ 2.1',
    cpu: 'ARM 9',
    cpu_clock: 156,
  }),
  sonyEricsson('35255701', 'K750', {
    year: ['2005', 'March'],
    weight: 99,
    size: mm(100, 46, 20.5),
    battery: ['Li-Po', 900],
    memory_card: ['Memory Stick PRO Duo', 2],
    display: colour('262K', 'TFT', { ...QCIF, inches: 1.8 }),
    gsm_band: TRI_BAND,
  }),
  sonyEricsson('35564001', 'W800', {
    year: ['2005', 'March'],
    weight: 99,
    size: mm(100, 46, 20.5),
    battery: ['Li-Po', 900],
    memory_card: ['Memory Stick PRO Duo', 2],
    display: colour('262K', 'TFT', { ...QCIF, inches: 1.8 }),
    gsm_band: TRI_BAND,
  }),
  sonyEricsson('35233601', 'W810', {
    year: ['2006', 'January'],
    weight: 99,
    size: mm(100, 46, 19.5),
    battery: ['Li-Po', 900],
    int_memory: '20 MB',
    display: colour('262K', 'TFT', QCIF),
    gsm_band: QUAD_BAND,
  }),
  sonyEricsson('35170701', 'K800', {
    year: ['2006', 'February'],
    weight: 115,
    size: mm(106, 47, 22),
    battery: ['Li-Po', 950],
    int_memory: '64 MB',
    display: colour('262K', 'TFT', { width: 240, height: 320, inches: 2 }),
    gsm_band: TRI_BAND,
    umts_band: ['2100'],
  }),
  sonyEricsson('35726302', 'Xperia X1', {
    year: ['2008', 'February'],
    build: 'Slider',
    qwerty: true,
    touch_scr: true,
    battery: ['Li-Po', 1500],
    display: colour('65K', 'TFT', { width: 480, height: 800, inches: 3 }),
    gsm_band: QUAD_BAND,
    os: 'Windows Mobile 6.1',
    cpu: 'Qualcomm MSM7200A',
    cpu_clock: 528,
  }),

  motorola('44776400', 'StarTAC 130', { build: 'Flip', gsm_band: GSM_900 }),
  motorola('44853500', 'V3688', {
    build: 'Flip',
    weight: 83,
    gsm_band: DUAL_BAND,
  }),
  motorola('44895400', 'Timeport L7089', { gsm_band: TRI_BAND }),
  motorola('35153001', 'RAZR V3', {
    year: ['2004', 'July'],
    build: 'Flip',
    weight: 95,
    size: mm(98, 53, 13.9),
    battery: ['Li-Ion', 680],
    display: colour('256K', 'TFT', { ...QCIF, inches: 2.2 }),
    gsm_band: QUAD_BAND,
  }),
  motorola('35153801', 'RAZR V3i', {
    year: ['2005', 'November'],
    build: 'Flip',
    size: mm(98, 53, 13.9),
    display: colour('256K', 'TFT', { ...QCIF, inches: 2.2 }),
    gsm_band: QUAD_BAND,
  }),

  samsung('35505700', 'SGH-D500', {
    build: 'Slider',
    weight: 99,
    size: mm(93.5, 46, 23.5),
    display: colour('262K', 'TFT', QCIF),
    gsm_band: TRI_BAND,
  }),
  samsung('35711200', 'SGH-D600', {
    build: 'Slider',
    weight: 103,
    size: mm(96.5, 46.5, 21.5),
    display: colour('262K', 'TFT', { width: 240, height: 320 }),
    gsm_band: QUAD_BAND,
  }),

  lg('35263701', 'KG800 Chocolate', {
    build: 'Slider',
    size: mm(95, 48, 15.2),
    display: colour('262K', 'TFT', QCIF),
    gsm_band: TRI_BAND,
  }),
  lg('35342601', 'KE850 Prada', {
    touch_scr: true,
    weight: 85,
    size: mm(98.8, 54, 12),
    battery: ['Li-Ion', 800],
    display: colour('262K', 'TFT', { width: 240, height: 400, inches: 3 }),
    gsm_band: TRI_BAND,
  }),

  blackberry('10194000', '7230', {
    qwerty: true,
    display: colour('65K', 'LCD', { width: 240, height: 160 }),
    gsm_band: TRI_BAND,
    os: 'BlackBerry OS',
  }),
  blackberry('35212701', 'Pearl 8100', {
    year: ['2006', 'September'],
    size: mm(107, 50, 14.5),
    battery: ['Li-Ion', 900],
    int_memory: '64 MB',
    display: colour('65K', 'TFT', { width: 240, height: 260, inches: 2.2 }),
    gsm_band: QUAD_BAND,
    os: 'BlackBerry OS',
  }),
  blackberry('35184503', 'Bold 9000', {
    year: ['2008', 'May'],
    qwerty: true,
    weight: 136,
    battery: ['Li-Ion', 1500],
    int_memory: '1 GB',
    display: colour('65K', 'TFT', { width: 480, height: 320 }),
    gsm_band: QUAD_BAND,
    os: 'BlackBerry OS',
    cpu_clock: 624,
  }),
  blackberry('35390603', 'Curve 8520', {
    year: ['2009', 'July'],
    qwerty: true,
    weight: 106,
    size: mm(109, 60, 13.9),
    battery: ['Li-Ion', 1150],
    int_memory: '256 MB',
    display: colour('65K', 'TFT', { width: 320, height: 240, inches: 2.46 }),
    gsm_band: QUAD_BAND,
    os: 'BlackBerry OS',
    cpu_clock: 512,
  }),
  palm('35813902', 'Pre', {
    year: ['2009', 'January'],
    build: 'Slider',
    qwerty: true,
    touch_scr: true,
    weight: 135,
    size: mm(100.5, 59.5, 17),
    battery: ['Li-Ion', 1150],
    int_memory: '8 GB',
    display: colour('16M', 'TFT', { width: 320, height: 480, inches: 3.1 }),
    os: 'webOS',
  }),
];
