import type { RichText } from '../rich-text';
import { pasteHtml } from '../testing';
import { cleanHtml } from './clean-html';

/** Returns the blocks of a text as short strings. */
function outline({ content }: RichText): unknown[] {
  const inline = (node: { content?: unknown[] }): string =>
    ((node.content ?? []) as { type: string; text?: string; marks?: { type: string }[] }[])
      .map(({ type, text, marks = [] }) =>
        type === 'hardBreak' ? '/' : marks.reduce((all, mark) => `${mark.type}(${all})`, text ?? ''),
      )
      .join('');
  const textOf = (found: unknown) => (typeof found === 'string' ? found : JSON.stringify(found));
  const block = (node: RichText['content'][number]): unknown => {
    switch (node.type) {
      case 'paragraph':
        return inline(node);
      case 'heading':
        return `h${node.attrs.level}: ${inline(node)}`;
      case 'table':
        return node.content.map((row) =>
          row.content.map(
            (cell) =>
              `${cell.type === 'tableHeader' ? '*' : ''}${cell.content.map((item) => textOf(block(item))).join('|')}`,
          ),
        );
      case 'image':
        return node.attrs.alt;
      default:
        return { [node.type]: node.content.map((item) => item.content.map(block)) };
    }
  };
  return content.map(block);
}

const fromPaste = (html: string) => outline(pasteHtml(html));

test('keeps the supported formats', () => {
  expect(
    fromPaste(
      '<h1>A</h1><p>One <b>two</b> <i>three</i> <u>four</u> <a href="https://example.com">five</a><br>six</p>' +
        '<ol start="3" type="a"><li>a<ul><li>b</li></ul></li></ol>',
    ),
  ).toEqual([
    'h1: A',
    'One bold(two) italic(three) underline(four) link(five)/six',
    { orderedList: [['a', { bulletList: [['b']] }]] },
  ]);
});

test('turns lower headings into the third level, and drops fonts, classes and images', () => {
  const html =
    '<h4 class="x">A</h4><h6>B</h6><p style="color:red;font-family:Arial"><font size="7">C</font>' +
    '<img src="x" onerror="alert(1)"><span lang="en" class="y">D</span></p>';
  expect(fromPaste(html)).toEqual(['h3: A', 'h3: B', 'CD']);
  expect(cleanHtml(html)).toBe('<h3>A</h3><h3>B</h3><p>CD</p>');
});

test('drops scripts, styles and unsafe links with their code', () => {
  const html =
    '<style>p{color:red}</style><script>alert(1)</script><p onclick="x()">A<iframe src="x">no</iframe>' +
    '<a href="javascript:alert(1)">B</a><svg><text>no</text></svg><!-- no --></p><p hidden>no</p>' +
    '<p style="display: none">no</p><noscript>no</noscript>';
  expect(fromPaste(html)).toEqual(['AB']);
});

test('keeps the lines of other block elements separate', () => {
  const html =
    '<div>A<div>B</div></div><blockquote>C</blockquote><section><article>D</article></section><dl><dt>E</dt><dd>F</dd></dl>';
  expect(fromPaste(html)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
});

test('removes empty paragraphs and breaks between paragraphs, but not those within', () => {
  const html =
    '<p>A<br></p><br><p>&nbsp;</p><p><b>B</b><br>C&nbsp;D<strong><br>E</strong></p>\n<br>\n<p>F</p>';
  expect(fromPaste(html)).toEqual(['A', 'bold(B)/C D/bold(E)', 'F']);
});

test('reads the lists, comments and markers of Word', () => {
  const item = (level: number, marker: string, words: string) =>
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;mso-list:l0 level${level} lfo1'>` +
    `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}` +
    `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;
  const html =
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style>' +
    '<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--></head><body lang=EN-US>' +
    '<p class=MsoNormal><b style="mso-bidi-font-weight:normal">Coverage<o:p></o:p></b>' +
    "<span class=MsoCommentReference><a href='#_msocom_1' class=msocomanchor>[DW1]</a></span></p>" +
    item(1, '·', 'One') +
    item(2, 'o', 'Two') +
    item(2, 'o', 'Three') +
    item(1, '·', 'Four') +
    '<p class=MsoNormal><o:p>&nbsp;</o:p></p>' +
    item(1, '1.', 'First') +
    item(1, '2.', 'Second') +
    '<p class=MsoNormal>After <a name="_Toc1">anchor</a></p>' +
    "<div style='mso-element:comment-list'><p>Comment</p></div></body></html>";
  expect(fromPaste(html)).toEqual([
    'bold(Coverage)',
    { bulletList: [['One', { bulletList: [['Two'], ['Three']] }], ['Four']] },
    { orderedList: [['First'], ['Second']] },
    'After anchor',
  ]);
});

test('joins the lists that Word for the web creates per item', () => {
  const item = (level: number, name: string, words: string) =>
    `<div class="ListContainerWrapper SCXW1"><${name}><li data-aria-level="${level}"><p><span>${words}</span></p></li></${name}></div>`;
  expect(
    fromPaste(
      `<div>${item(1, 'ul', 'One')}${item(2, 'ol', 'Two')}${item(1, 'ul', 'Three')}</div><p>After</p>`,
    ),
  ).toEqual([{ bulletList: [['One', { orderedList: [['Two']] }], ['Three']] }, 'After']);
});

test('reads the styles of Google Docs', () => {
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">' +
    '<h2 dir="ltr"><span style="font-size:16pt;font-weight:400">Title</span></h2>' +
    '<p dir="ltr"><span style="font-weight:400">Plain </span><span style="font-weight:700">bold</span>' +
    '<span style="font-style:italic"> italic</span><span style="text-decoration:underline"> under</span></p><br />' +
    '<p dir="ltr"><a href="https://example.com" style="text-decoration:none"><span style="text-decoration:underline">' +
    'Link</span></a><sup><a href="#cmnt1">[a]</a></sup></p>' +
    '<ul><li dir="ltr"><p role="presentation"><span>One</span></p></li><ul><li><p><span>Two</span></p></li></ul></ul>' +
    '<br class="Apple-interchange-newline"></b>';
  expect(fromPaste(html)).toEqual([
    'h2: Title',
    'Plain bold(bold)italic( italic)underline( under)',
    'link(Link)',
    { bulletList: [['One', { bulletList: [['Two']] }]] },
  ]);
});

test('splits merged cells and fills short rows', () => {
  const html =
    '<table><thead><tr><th colspan="2">A</th><th>B</th></tr></thead>' +
    '<tbody><tr><td rowspan="2">C</td><td>D</td><td>E</td></tr><tr><td>F</td></tr><tr><td>G</td></tr></tbody></table>';
  expect(fromPaste(html)).toEqual([
    [
      ['*A', '*', '*B'],
      ['C', 'D', 'E'],
      ['', 'F', ''],
      ['G', '', ''],
    ],
  ]);
});

test('limits the number of cells that a merged cell becomes', () => {
  const [rows] = fromPaste('<table><tr><td colspan="99999" rowspan="99999">A</td></tr></table>') as [
    string[][],
  ];
  expect(rows).toHaveLength(1);
  expect(rows[0]).toHaveLength(100);
});

test('keeps only paragraphs and lists in cells, and unwraps tables of one cell', () => {
  expect(
    fromPaste(
      '<table><tr><td><h2>A</h2><ul><li>B</li></ul><table><tr><td>C</td><td>D</td></tr></table></td><td>E</td></tr></table>',
    ),
  ).toEqual([[['A|{"bulletList":[["B"]]}|C|D', 'E']]]);
  expect(fromPaste('<table><tr><td><h2>A</h2><p>B</p></td></tr></table>')).toEqual(['h2: A', 'B']);
});

test('puts headings and tables in list items into paragraphs', () => {
  expect(
    fromPaste('<ul><li><h3>A</h3><table><tr><td>B</td><td>C</td></tr></table></li><li>D</li></ul>'),
  ).toEqual([{ bulletList: [['A', 'B', 'C'], ['D']] }]);
});
