import { describe, expect, it } from 'vitest';
import { numbersInText, read } from '../support/files/files-in-process.ts';

const A = '356938031000012';
const B = '356938031000020';
const C = '352099007312040';
const D = '860921035123104';
const ORDER = '490154205512033';

describe('a web page', () => {
  const page = (body: string): string =>
    `<!DOCTYPE html>\n<html><head><title>Phones</title></head><body>${body}</body></html>`;

  it.each([
    ['a number that is partly bold', `<p>IMEI: ${A.slice(0, 6)}<b>${A.slice(6)}</b></p>`, [A]],
    [
      'not what nobody sees',
      `<style>.m${C}{}</style><!-- ${C} --><script>x("${C}")</script><a id="${C}" href="https://x/${D}">IMEI ${A}</a>`,
      [A],
    ],
    ['signs by their numbers', `IMEI &#51;&#x35;${A.slice(2)}`, [A]],
    ['numbers that only tags separate', `<span>${A}</span><span>${B}</span>`, [A, B]],
    ['groups with the special spaces of programs', '35&nbsp;693803&#160;100001 &nbsp;2', [A]],
    [
      'its lines',
      `<p>Order numbers:</p>\n<div>${ORDER}</div><div>${C}</div><br>IMEIs:<br>${A}`,
      [A, `${ORDER}?`, `${C}?`],
    ],
    [
      'the fields of a form',
      `IMEI: <input type="text" value="${A}"><input type=hidden value="${C}">`,
      [A],
    ],
    [
      'what is next to a table',
      `<p>IMEI: ${A}</p><table><tr><td>Model</td><td>A04</td></tr></table>`,
      [A],
    ],
  ])('a web page is read like it is shown: %s', async (_, body, expected) => {
    expect(await numbersInText(page(body), 'a.html')).toEqual(expected);
  });

  it('is not the only text with signs by their numbers', async () => {
    const xml = `<?xml version="1.0"?><phone><IMEI>&#51;&#x35;${A.slice(2)}</IMEI></phone>`;
    expect(await numbersInText(xml, 'a.xml')).toEqual([A]);
  });

  const tableOf = (...rows: readonly string[]): string => `<table>${rows.join('')}</table>`;
  const rowOf = (...cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const table = tableOf(rowOf('IMEI', 'Order'), rowOf(A, ORDER));

  it.each([
    ['between texts without one', `<p>Printed 2024-01-05</p>${table}<p>Page 1 of 1</p>`],
    ['without the ends of rows and cells', `<table><tr><td>IMEI<td>Order<tr><td>${A}<td>${ORDER}`],
    ['with spaces in the ends of cells', table.replaceAll('</td>', '</td\n>')],
    ['with forms between rows and cells', table.replaceAll('<tr>', '<tr><form>')],
    ['with its numbers in fields', table.replace(A, `<input value="${A}">`)],
    ['with signs by their numbers', table.replace(A, `&#51;5&#160;${A.slice(2)}`)],
    ['with what nobody sees', table.replace(A, `${A}<script>x("${B}")</script><!-- <td>${B} -->`)],
  ])('a web page is a table if its numbers are in one: %s', async (_, body) => {
    const expected = [`2 ${A}`, `Order? ${ORDER}`];
    expect(await read(page(body), 'a.html')).toEqual(expected);
    expect(await read(`<?xml version="1.0"?>${page(body)}`, 'a.html')).toEqual(expected);
    expect(await read(`<div style='top:0;left:0'>${body}`, 'a.xls')).toEqual(expected);
  });

  it.each([
    [`<div>Galaxy S21</div><div>${A}</div>`, A],
    [`<p>${A}</p><p>${B}</p>`, `${A} ${B}`],
    [`<div>3</div><div>${C}</div>`, C],
    [`<span>3</span><span>${C}</span>`, C],
    [`3 <b>${C}</b>`, C],
    [`<b>${A.slice(0, 6)}</b>${A.slice(6)}`, A],
    [`3<td>${C}`, C],
  ])('a cell of a web page is read like it is shown: %s', async (cell, expected) => {
    const content = page(tableOf(rowOf('IMEI', 'Phone'), rowOf(cell, '')));
    expect(await read(content, 'a.html')).toEqual([`2 ${expected}`]);
  });

  it('has titles of columns with words in several lines', async () => {
    const titles = rowOf('IMEI', '<div>Order</div>\n<div>no.</div>');
    const content = page(tableOf(titles, rowOf(A, ORDER)));
    expect(await read(content, 'a.html')).toEqual([`2 ${A}`, `Order no.? ${ORDER}`]);
  });

  it('may have tables within tables', async () => {
    const content = page(tableOf(rowOf(table), rowOf('Ann', B)));
    expect(await read(content, 'a.html')).toEqual([`1:2 ${A}`, `2:1 ${B}`, `Order? ${ORDER}`]);
  });

  it('is read also outside of its tables if it is only a piece of one', async () => {
    const content = `<div>IMEI ${A}</div>${tableOf(rowOf('Model', 'A04'))}`;
    expect(await numbersInText(content, 'a.html')).toEqual([A]);
  });

  it('is something else than XML with a table', async () => {
    const xml = `<?xml version="1.0"?><table name="a"><column name="imei">${A}</column></table>`;
    expect(await numbersInText(xml, 'a.xml')).toEqual([A]);
  });
});
