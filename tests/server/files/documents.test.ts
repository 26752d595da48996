import { deflateRawSync, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { flawOfDocument } from '../../../server/files/documentContent.ts';

const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
const documentOf = (...parts: (string | Buffer)[]) =>
  bytes('%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n', ...parts, '\nstartxref\n9\n%%EOF\n');
const stream = (dictionary: string, content: Buffer) =>
  bytes(`7 0 obj\n<<${dictionary}/Length ${content.length}>>\nstream\r\n`, content, '\nendstream\nendobj\n');
const objects = (text: string, entries = '/Type/ObjStm/N 1/First 5/Filter/FlateDecode') =>
  stream(entries, deflateSync(bytes('11 0 ', text)));

test.each([
  ['a script as an action', '<</S/JavaScript/JS(app.alert\\(1\\))>>'],
  ['a script whose name is written with codes', '<</S /#4aava#53cript /JS (x)>>'],
  ['scripts by name in the catalogue', '<</Names<</JavaScript 9 0 R>>>>'],
  ['a program to start', '<</S/Launch/F(cmd.exe)>>'],
  ['a program behind an opening action', '<</OpenAction<</S/Launch/Win<</F(a)>>>>>>'],
  ['an opening action that opens an address', '<</OpenAction<</S/URI/URI(https://example.org)>>>>'],
  ['an opening action after a comment', '<</OpenAction % page\n <</S/Named/N/Print>>>>'],
  ['an opening action in another object', '<</OpenAction 12 0 R>>\n12 0 obj\n<</S/URI/URI(x)>>\nendobj'],
  ['an opening action in an object that is missing', '<</OpenAction 12 0 R>>'],
  [
    'an opening action in one of two objects of this number',
    '<</OpenAction 12 0 R>> 12 0 obj [1 0 R/Fit] 12 0 obj <</S/URI>>',
  ],
  ['a view that is followed by another action', '<</OpenAction<</S/GoTo/D[3 0 R/Fit]/Next 9 0 R>>>>'],
  ['actions of a page', '<</Type/Page/AA<</O<</S/URI/URI(x)>>>>>>'],
  ['actions of a page in another object', '<</Type/Page/AA 12 0 R>>12 0 obj<</O<</S/URI>>>>endobj'],
  ['a form that sends what is typed', '<</S/SubmitForm/F(https://example.org)>>'],
  ['a form with scripts in XML', '<</AcroForm<</XFA 9 0 R>>>>'],
  ['media that run', '<</Subtype/RichMedia>>'],
  ['a link into another file', '<</S/GoToR/F(other.pdf)>>'],
  ['a link into a file that it carries', '<</S/GoToE/T<<>>>>'],
  ['files that it carries', '<</Names<</EmbeddedFiles 9 0 R>>>>'],
  ['a file behind a mark on a page', '<</Subtype/FileAttachment/FS<</EF<</F 9 0 R>>>>>>'],
  ['a file that it carries without saying so', '<</F(a)/EF 9 0 R>>'],
  ['an opening action with a view in it', '<</OpenAction<</X<</S/GoTo>>/S/URI/URI(x)>>>>'],
  ['an opening action with a view in a text', '<</OpenAction<</X(/S/GoTo)/S/URI/URI(x)>>>>'],
  ['an opening action with a view in a comment', '<</OpenAction<<%/S/GoTo\n/S/URI/URI(x)>>>>'],
  ['an opening action in an object whose number has a comment', '<</OpenAction 12%c\n0 R>>12 0 obj<</S/URI/URI(x)>>'],
  ['an opening action in an object with a signed number', '<</OpenAction +12 0 R>>12 0 obj<</S/URI/URI(x)>>'],
  ['an opening action in an object far away', `<</OpenAction 12${' '.repeat(70)}0 R>>12 0 obj<</S/URI/URI(x)>>`],
  [
    'an opening action in one of two objects, its number with a comment',
    '<</OpenAction 12 0 R>>12 0 obj[1 0 R/Fit]endobj 12%c\n+0%\nobj<</S/URI/URI(x)>>',
  ],
  ['a script of a model in space', '<</Type/3D/Subtype/U3D/OnInstantiate 9 0 R>>'],
  ['media that are told to run', '<</S/RichMediaExecute/TA 9 0 R>>'],
  ['a file that it carries behind a long gap', `<</F(a)/EF${' '.repeat(20)}<</F 9 0 R>>>>`],
  ['a file that it carries behind a comment', '<</F(a)/EF%x\n<</F 9 0 R>>>>'],
  ['a file that it carries as an object with a signed number', '<</F(a)/EF +9 0 R>>'],
  ['a link that runs a script', '<</S/URI/URI(javascript:alert\\(1\\))>>'],
  ['a link that runs a script written with codes', '<</S/URI/URI(\\152ava\\\nscript:x)>>'],
  ['a link that runs a script in sixteen bits', '<</S/URI/URI<FEFF006A006100760061007300630072006900700074003A>>>'],
  ['a link with a line in its scheme', '<</S/URI/URI % c\n( java\tscript:x)>>'],
  ['a link to a file of the machine', '<</S/URI/URI(FILE:///etc/passwd)>>'],
  ['a link to a file of the network', '<</S/URI/URI(\\\\\\\\host\\\\share)>>'],
  ['an opening action of two kinds', '<</OpenAction<</S/URI/S/GoTo/URI(x)>>>>'],
  ['a picture of another file for the printer', '<</Subtype/Image/OPI<</2.0<</Type/OPI/F(//host/x)>>>>>>'],
  ['such a picture behind a comment', '<</Subtype/Image/OPI%x\n<</1.3<</F(//host/x)>>>>>>'],
  ['such a picture, named with a code', '<</Subtype/Image/#4fPI<</1.3<</F(//host/x)>>>>>>'],
  ['such a picture in another object', '<</Subtype/Image/OPI +9 0 R>>'],
  ['an article of another file', '<</S/Thread/F(other.pdf)/D 0>>'],
  ['such an article with its file first', '<</F<</FS/URL/F(https://example.org/x)>>/D 0/Type/Action/S /Thread>>'],
  ['such an article, named with a code', '<</S/#54hread/F(other.pdf)/D 0>>'],
  ['such an article behind a comment', '<</S%/Type\n/Thread/F(other.pdf)/D 0>>'],
  ['such an article behind a text with a false comment', '<</T(/Type%)/S%/Type\n/Thread/F(other.pdf)/D 0>>'],
  ['such an article whose type is another object', '<</S 12 0 R/F(other.pdf)>>\n12 0 obj /Thread endobj'],
  ['such an article beside the same name', '<</X/Type/S/Thread/F(other.pdf)/Type/Thread>>'],
  ['links that begin with a file of the machine', '<</URI<</Base(file:///etc/)>>>>'],
  ['a presentation in place of its pages', '<</Names<</AlternatePresentations 9 0 R>>>>'],
])('a document with %s is refused as one that acts', (_, inside) => {
  expect(flawOfDocument(documentOf(inside))).toBe('acts');
  expect(flawOfDocument(documentOf(objects(inside)))).toBe('acts');
  expect(flawOfDocument(documentOf(objects(inside, '/N 1/F#69rst 5/Filter[/Fl]')))).toBe('acts');
});

test('a link whose address is another object is refused with a script there, and accepted with a page', () => {
  const linked = (address: string) => flawOfDocument(documentOf(`<</S/URI/URI 12 0 R>>\n12 0 obj ${address} endobj`));
  expect(linked('(javascript:x)')).toBe('acts');
  expect(linked('(https://example.org)')).toBeNull();
});

test.each(['(https://example.org/file:x)', '(mailto:a@example.org)', '(page.html)', '<68747470733A2F2F61>', '()'])(
  'a link to %s is accepted',
  (address) => {
    expect(flawOfDocument(documentOf(`<</S/URI/URI${address}>>`))).toBeNull();
  },
);

const script = '<</S/JavaScript/JS(x)>>';

test('compressed objects behind a false end of their stream are read', () => {
  const beginning = bytes('11 0 (\nendstream\n) ');
  const rest = deflateSync(bytes(beginning, 'x'.repeat(40), script, 'y'.repeat(40)), { level: 9 });
  // A first block that is stored as it is has the mark of an end in it; the others are compressed.
  const length = Buffer.alloc(4);
  length.writeUInt16LE(beginning.length);
  length.writeUInt16LE(0xffff ^ beginning.length, 2);
  const compressed = deflateRawSync(bytes('x'.repeat(40), script, 'y'.repeat(40)));
  const data = bytes(Buffer.from([0x78, 0x01, 0]), length, beginning, compressed, rest.subarray(-4));
  expect(flawOfDocument(documentOf(stream('/Type/ObjStm/N 1/First 5/Filter/FlateDecode', data)))).toBe('acts');
});

test.each([
  ['a lone bracket', '/Type/ObjStm > /N 1/First 5/Filter/FlateDecode', 'acts'],
  ['an array without an end', '/Type/ObjStm/N 1/First 5/Filter/FlateDecode/A[ ', 'notCheckable'],
  ['a text without an end', '/A(( )/Type/ObjStm/N 1/First 5/Filter/FlateDecode', 'notCheckable'],
])('%s in a dictionary does not hide compressed objects', (_, entries, flaw) => {
  const content = deflateSync(bytes('11 0 ', script, ' '.repeat(200)));
  expect(flawOfDocument(documentOf(stream(entries, content)))).toBe(flaw);
});

test.each([' ', 'x', '%'])(
  'compressed objects whose stream has %j before its line ends could not be checked',
  (more) => {
    const first = deflateSync('11 0 <<>>');
    const second = deflateSync(`11 0 ${script}`);
    const hidden = bytes(
      `7 0 obj\n<</Type/ObjStm/N 1/First 5/Filter/FlateDecode>>\nstream${more}`,
      first,
      '\n',
      second,
    );
    expect(flawOfDocument(documentOf(hidden, '\nendstream\nendobj\n'))).toBe('notCheckable');
  },
);

const form = '/Type/XObject/Subtype/Form/BBox[0 0 9 9]';

test.each([
  ['a page of another file as its picture', `${form}/Ref<</F(other.pdf)/Page 0>>`],
  ['such a page, named with a code', `${form}/R#65f<</F(other.pdf)/Page 0>>`],
  ['such a page in another object', `${form}/Ref 9 0 R`],
  ['such a page behind a comment', `${form}/Ref%>>\n 9 0 R`],
  ['such a page before one that is none', `${form}/Ref 9 0 R/Ref null`],
  ['such a page after one that is none', `${form}/Ref null/Ref 9 0 R`],
  ['a stream in another file', '/F(//host/share/x)/FFilter/FlateDecode'],
  ['a stream in another file by its letters', '/F<2F2F686F7374>'],
  ['a stream behind an address', '/F<</FS/URL/F(https://example.org/x)>>'],
  ['a stream in a file that another object names', '/F 9 0 R'],
  ['a stream in a file that an object with a signed number names', '/F +9 0 R'],
  ['a stream in another file, named with a code', '/#46(x)'],
  ['a stream in another file beside a filter', '/F(x)/F/FlateDecode'],
  ['a stream in another file behind a filter', '/F/FlateDecode/F(x)'],
  ['the filter of a stream in another file', '/FFilter/FlateDecode'],
  ['the parameters of a stream in another file', '/F#44ecodeParms<<>>'],
])('a document with %s is refused, because it opens that file', (_, entries) => {
  expect(flawOfDocument(documentOf(stream(entries, Buffer.from('q Q'))))).toBe('acts');
  expect(flawOfDocument(documentOf(objects('<<>>'), `7 0 obj%c\n<<${entries}>>%c\nstream\n\nendstream`))).toBe('acts');
});

test.each([
  ['a note whose flags are a number', '<</Type/Annot/Subtype/Text/F 4/Rect[0 0 1 1]>>'],
  ['the name of a file that is not opened', '<</Type/Filespec/F(report.pdf)/UF(report.pdf)>>'],
  ['articles', '<</Type/Thread/F 9 0 R/I<</Title(x)>>>>'],
  ['articles in lines', '<</Threads[9 0 R]>>8 0 obj\n% One\n<</F 9 0 R\n/Type\r\n /Thread\n>>'],
  ['articles behind a picture', '<</I<</Title(OPI /OPI)/Author(100 %)>>\n/Type/Thread>>'],
  ['links that begin with an address', '<</URI<</Base(https://example.org/)>>>>'],
  ['elements that refer to others', '<</Type/StructElem/S/Reference/Ref[9 0 R]>>'],
  ['fonts with such names', '<</Font<</F 9 0 R/Ref 10 0 R>>>>'],
])('a document with %s is accepted', (_, inside) => {
  const picture = '/Type/XObject/Subtype/Image/Width 1/Height 1/Filter/DCTDecode';
  const document = (part: string | Buffer) =>
    documentOf(
      part,
      stream(picture, Buffer.from('x')),
      stream(`${form}/Resources<</Font<</F 9 0 R>>>>`, Buffer.from('q Q')),
    );
  expect(flawOfDocument(document(`8 0 obj${inside}endobj\n`))).toBeNull();
  expect(flawOfDocument(document(objects(inside)))).toBeNull();
});

test.each(['/F/FlateDecode', '/F[/Fl]', '/F null'])('the short name of a filter opens no file: %s', (entries) => {
  expect(flawOfDocument(documentOf(stream(entries, deflateSync(Buffer.from('q Q')))))).toBeNull();
});

test.each([
  ['links to addresses', '<</Type/Annot/A<</S/URI/URI(https://example.org)>>>>'],
  ['a page to begin with', '<</OpenAction[3 0 R/XYZ null null 0]>>'],
  ['a page to begin with in another object', '<</OpenAction 12 0 R>>12 0 obj\n<</S/GoTo/D[3 0 R/Fit]>>\nendobj'],
  ['bookmarks and names', '<</Outlines 4 0 R/Names<</Dests 5 0 R>>/PageMode/UseOutlines>>'],
  ['fields to fill in', '<</AcroForm<</Fields[6 0 R]>>>>'],
])('a document with %s is accepted', (_, inside) => {
  expect(flawOfDocument(documentOf(inside))).toBeNull();
});

test('a view that is one of the compressed objects is accepted', () => {
  const compressed = objects('<</S/GoTo/D[3 0 R/Fit]>>');
  expect(flawOfDocument(documentOf('<</OpenAction 11 0 R>>', compressed))).toBeNull();
});

test.each([
  ['another filter', objects('<<>>', '/Type/ObjStm/N 1/First 5/Filter/LZWDecode')],
  ['two filters', objects('<<>>', '/Type/ObjStm/N 1/First 5/Filter[/ASCIIHexDecode/FlateDecode]')],
  ['a predictor', objects('<<>>', '/Type/ObjStm/N 1/First 5/Filter/FlateDecode/DecodeParms<</Predictor 12>>')],
  ['encryption', bytes(objects('<<>>'), 'trailer<</Encrypt 8 0 R>>')],
  ['damaged data', stream('/Type/ObjStm/N 1/First 5/Filter/FlateDecode', Buffer.from('nothing'))],
])('a document whose objects are hidden by %s could not be checked', (_, part) => {
  expect(flawOfDocument(documentOf(part))).toBe('notCheckable');
});

const size = 2 * 1024 * 1024;
const repeated = (text: string) => documentOf(text.repeat(Math.floor((size - 200) / text.length)));

test.each([
  '/Type/Pages',
  '/Type /Pages ',
  '/URI(\\1',
  '/URI<f',
  '/URI 1 0 R',
  'stream\n',
  'obj stream /N /First ',
  '<</N 1/First 5/Filter/FlateDecode>>stream\r\nx',
  '<<',
  '<</Type/Pages',
  '/Count 1',
  '1 0 obj<<',
  '1 0 obj<</a(',
  'obj(',
  'obj<<>',
  'obj<<[',
  '<<>>',
  '/A 1 ',
  '/Count/Type',
  '1 0 obj%',
  '12 0 obj[',
  '/OpenAction 1 0 R ',
  '/OpenAction%',
  '/AA%\n',
  '/AA <<',
  '/EF%\n',
  '/EF 1 ',
  '/OPI ',
  '/Thread',
  '/Type/Thread',
  '/Type            /Thread',
  '/OpenAction 1%\n0%\n',
  '1%1%1%\n',
  '#41#41#2f',
  '1 0 obj ',
  ' ',
])('a document of nothing but %j is examined in time that grows with its size alone', (text) => {
  const whole = repeated(text);
  const timeOf = (content: Buffer) => {
    const started = process.cpuUsage();
    flawOfDocument(content);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  };
  const part = timeOf(whole.subarray(0, size / 8));
  // Eight times the size costs eight times the work; sixty-four times would be quadratic.
  expect(timeOf(whole)).toBeLessThan(32 * Math.max(part, 20));
});
