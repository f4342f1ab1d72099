import { describe } from 'vitest';
import { nameCases } from './name-cases.ts';

/** What networks, offices and workshops write down; only the numbers are made up. */

describe('the logs of modems', () => {
  nameCases([
    // The lines of a question and its answer begin alike.
    [
      '[01-24_22:54:19:581] AT> AT+CIMI\n[01-24_22:54:19:583] AT< $X\n[01-24_22:54:19:583] AT< OK\n[01-24_22:54:19:584] AT> AT+CGSN\n[01-24_22:54:19:587] AT< $A',
      'A',
      'X',
    ],
    ['sev-ril : AT> AT+CIMI\nsev-ril : AT< $X\nsev-ril : AT> AT+GSN\nsev-ril : AT< $A', 'A', 'X'],
    ['AT> AT+CIMI\nAT< AT+CIMI\nAT< $X', '', 'X'],
    [
      '[12:01:02] TX > AT+CGSN\n[12:01:02] RX < $A\n[12:01:03] TX > AT+CIMI\n[12:01:03] RX < $X',
      'A',
      'X',
    ],
    ['[AT] >>> AT+CIMI\n[AT] <<< $X\n[AT] >>> AT+GSN\n[AT] <<< $A', 'A', 'X'],
    ['20:33:42Z DEBUG modem >> AT+CIMI\n20:33:45Z DEBUG modem << $X', '', 'X'],
    [
      "host ModemManager[512]: <debug> [modem0/ttyUSB2/at] --> 'AT+CIMI<CR>'\nhost ModemManager[512]: <debug> [modem0/ttyUSB2/at] <-- '<CR><LF>$X<CR><LF><CR><LF>OK<CR><LF>'",
      '',
      'X',
    ],
    ['> AT+GSN\n$A\n> AT+CIMI\n$X\n> AT+QSIMSTAT?\n+QSIMSTAT: 0,1', 'A', 'X'],
    // A number behind such a sign has its own name.
    ['IMSI > $X\nIMEI -> $A', 'A', 'X'],
    ['look at > $A', 'A', ''],
  ]);
});

describe('the source of web pages', () => {
  nameCases([
    [
      '<div class="label">Order number</div>\n<div class="value">$O</div>\n<div class="label">IMEI</div>\n<div class="value">$A</div>',
      'A',
      'O',
    ],
    ['Order number<br>$O<br>IMEI<br>$A', 'A', 'O'],
    ['<td><font size="2">Order</font></td><td><font size="2">$O</font></td>', '', 'O'],
    ['<div>$A</div>\n<br>$B', 'A B', ''],
  ]);
});

describe('short forms of “number”', () => {
  nameCases([
    ['Pedido N.º $O', '', 'O'],
    ['Caso N° $O', '', 'O'],
    ['Caso Nro. $O', '', 'O'],
    ['Case num $O', '', 'O'],
    ['N.º de pedido $O', '', 'O'],
    ['N.º IMEI $A', 'A', ''],
    ['N° $A', 'A', ''],
  ]);
});
