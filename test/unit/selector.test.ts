import { describe, expect, it } from 'vitest';
import type { Criteria } from '../../server/ports.js';
import { parseSelector } from '../../server/selector.js';

const cases: [string, Criteria[]][] = [
  ['*', [{}]],
  ['QPushButton', [{ typeInherits: 'QPushButton' }]],
  ['My::Button', [{ typeInherits: 'My::Button' }]],
  ['#open', [{ objectName: 'open' }]],
  ['#"two words"', [{ objectName: 'two words' }]],
  ['QPushButton#open', [{ typeInherits: 'QPushButton', objectName: 'open' }]],
  ['role=button', [{ roles: ['push button', 'toggle button'] }]],
  ['role="push button"', [{ roles: ['push button'] }]],
  ['role="Push Button"', [{ roles: ['push button'] }]],
  ['role*=button', [{ roleContains: 'button' }]],
  ['text="Save"', [{ text: 'Save' }]],
  [`name='say "hi"'`, [{ text: 'say "hi"' }]],
  ['text="a \\"b\\" \\\\ \\n"', [{ text: 'a "b" \\ \n' }]],
  ['text=5', [{ text: '5' }]],
  ['text*=save', [{ textContains: 'save' }]],
  ['text~=/^Page \\d+$/', [{ textMatches: '^Page \\d+$' }]],
  ['text~=/a\\/b/i', [{ textMatches: '(?i)a\\/b' }]],
  [
    'role=button[text="Save"][enabled]',
    [{ roles: ['push button', 'toggle button'], text: 'Save', states: ['enabled'] }],
  ],
  ['QTableView >> row=3', [{ typeInherits: 'QTableView' }, { row: 3 }]],
  ['A>>B>>[column=0]', [{ typeInherits: 'A' }, { typeInherits: 'B' }, { column: 0 }]],
  ['[ checked ] [ read-only ]', [{ states: ['checked', 'read-only'] }]],
  ['type=QLabel[type_inherits=QFrame]', [{ type: 'QLabel', typeInherits: 'QFrame' }]],
  ['qml_id=root[object_name="x"]', [{ qmlId: 'root', objectName: 'x' }]],
  [
    '[value=5][minimum=-1.5][checked=true][echoMode=Password][label="7"]',
    [{ properties: { value: 5, minimum: -1.5, checked: true, echoMode: 'Password', label: '7' } }],
  ],
  ['constructor=1', [{ properties: { constructor: 1 } }]],
  ['  QDialog  >>  #ok  ', [{ typeInherits: 'QDialog' }, { objectName: 'ok' }]],
];

describe('a selector', () => {
  it.each(cases)('%s is understood', (selector, steps) => {
    expect(parseSelector(selector)).toEqual(steps);
  });

  it.each([
    ['', /at its end: expected a class name/],
    ['>> a', /at character 1, ">> a"/],
    ['QDialog >>', /at its end: expected a class name/],
    ['role=push button', /at character 11, "button": expected ">>".*quotes/],
    ['QLabel #ok', /at character 8, "#ok"/],
    ['text="open', /at character 6, "\\"open": expected a value/],
    ['text=', /at its end: expected a value/],
    ['[text="a"', /at its end: expected "]"/],
    ['[]', /at character 2, "]": expected a condition/],
    ['[chequed]', /at character 2, "chequed]": expected .*checked/],
    ['text~=save', /at character 7, "save": expected a regular expression/],
    ['text~=//', /expected a regular expression/],
    ['row=-1', /at character 5, "-1": expected a number/],
    ['row=x', /expected a number/],
    ['row*=1', /at character 1, .*expected row with =/],
    ['[value*=1]', /\*= works with text/],
    ['text=a[text=b]', /at character 8, .*said once/],
    ['[value=1][value=2]', /at character 11, .*said once/],
    ['#', /at its end: expected an object name/],
    [Array(17).fill('a').join('>>'), /no more than 16 steps/],
    ['a,b', /at character 2, ",b"/],
  ])('%s is refused with the place', (selector, message) => {
    expect(() => parseSelector(selector)).toThrow(message);
  });

  it('of any length is read in time that grows with it', () => {
    const long = `text="${'a\\"'.repeat(3000)}"`;
    expect(parseSelector(long)[0]?.text).toHaveLength(6000);
    expect(() => parseSelector('['.repeat(10_000))).toThrow(/character 2/);
  });
});
