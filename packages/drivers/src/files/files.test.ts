import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { takesAll } from '../../../contract/src/testing/test-sample.ts'
import { copyTables } from './copy-tables.ts'
import { copyTableFiles } from './index.ts'
import { fileLimits } from './limits.ts'

const mostRows = takesAll ? fileLimits.rows : 5000

const folder = mkdtempSync(join(tmpdir(), 'parlance-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0

interface Copied {
  sql: Record<string, string>
  rows: Record<string, unknown>[]
}

async function copy(content: string | Buffer, format: 'csv' | 'xlsx', title = 'Data'): Promise<Copied> {
  const path = join(folder, `${count++}`)
  writeFileSync(path, content)
  const target = `${path}.sqlite`
  const { tables } = await copyTableFiles({ files: [{ path, title, format }], target })
  const db = new DatabaseSync(target, { readOnly: true })
  const schema = db.prepare('SELECT name, sql FROM sqlite_schema').all() as { name: string; sql: string }[]
  const rows = db.prepare(`SELECT * FROM "${tables[0]?.name}"`).all()
  db.close()
  return { sql: Object.fromEntries(schema.map(({ name, sql }) => [name, sql])), rows }
}

describe('a CSV file', () => {
  test.each([
    ['commas', 'a,b\n1,x\n2,y\n'],
    ['semicolons', 'a;b\r\n1;x\r\n2;y'],
    ['tabs', 'a\tb\n1\tx\n2\ty\n'],
    ['bars', 'a|b\r1|x\r2|y\r'],
    ['a mark and quotes', '\uFEFF"a","b"\n"1","x"\n"2","y"\n'],
    ['UTF-16', Buffer.from('\uFEFFa,b\n1,x\n2,y\n', 'utf16le')],
    ['empty lines', '\n\na,b\n1,x\n\n2,y\n\n'],
  ])('reads a CSV file with %s into the same table', async (_, content) => {
    const { sql, rows } = await copy(content, 'csv')
    expect(sql).toEqual({ data: 'CREATE TABLE "data" ("a" INTEGER, "b" TEXT)' })
    expect(rows).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ])
  })

  test('reads commas, quotes and line breaks inside quoted values', async () => {
    const { rows } = await copy('a,b\n"x,y","say ""hi"""\n"two\nlines",z"z\n', 'csv')
    expect(rows).toEqual([
      { a: 'x,y', b: 'say "hi"' },
      { a: 'two\nlines', b: 'z"z' },
    ])
  })

  test('reads the letters of an older code page', async () => {
    const { rows } = await copy(Buffer.from('Stra\xdfe,n\nM\xfcnchen,1\n', 'latin1'), 'csv')
    expect(rows).toEqual([{ straße: 'München', n: 1 }])
  })

  test.each([
    ['n\n1\n-2\n+3', 'INTEGER', [1, -2, 3]],
    ['n\n1\n2.5\n1e3', 'REAL', [1, 2.5, 1000]],
    ['n\n"1,234.50"\n"$2,000"\n-7', 'REAL', [1234.5, 2000, -7]],
    ['n;m\n1.234,50;x\n7,5;x', 'REAL', [1234.5, 7.5]],
    ['n\n2026-01-02\n2026-02-03', 'DATE', ['2026-01-02', '2026-02-03']],
    ['n\n2026-01-02T03:04:05Z\n2026-02-03', 'DATETIME', ['2026-01-02 03:04:05', '2026-02-03 00:00:00']],
    ['n\ntrue\nFALSE', 'BOOLEAN', [1, 0]],
    ['n\n12%\n50%', 'REAL', [0.12, 0.5]],
  ])('types a CSV column by its values: %j', async (content, type, values) => {
    const { sql, rows } = await copy(content, 'csv')
    expect(sql['data']).toContain(`"n" ${type}`)
    expect(rows.map((row) => row['n'])).toEqual(values)
  })

  test.each([
    ['a code with leading zeros', 'n\n007\n010', ['007', '010']],
    ['a day that could be two', 'n\n1/2/2026\n3/4/2026', ['1/2/2026', '3/4/2026']],
    ['a day that does not exist', 'n\n2026-02-30\n2026-01-01', ['2026-02-30', '2026-01-01']],
    ['a number too long to be exact', 'n\n12345678901234567890\n1', ['12345678901234567890', '1']],
    ['a number with many digits after its point', 'n\n0.1234567890123456789\n1', ['0.1234567890123456789', '1']],
    ['one word among numbers', 'n\n1\nunknown number', ['1', 'unknown number']],
    ['a formula', 'n\n=1+1\n=2+2', ['=1+1', '=2+2']],
  ])('keeps %s as text', async (_, content, values) => {
    const { sql, rows } = await copy(content, 'csv')
    expect(sql['data']).toContain('"n" TEXT')
    expect(rows.map((row) => row['n'])).toEqual(values)
  })

  test('keeps the text that typing would lose: words for missing values, and different units', async () => {
    const { rows } = await copy('price,n\n$5,1\n€6,n/a\n,3\n', 'csv')
    expect(rows).toEqual([
      { price: 5, price_raw: '$5', n: 1, n_raw: '1' },
      { price: 6, price_raw: '€6', n: null, n_raw: 'n/a' },
      { price: null, price_raw: null, n: 3, n_raw: '3' },
    ])
  })

  test('names the columns of a CSV file without headers by their letters', async () => {
    const { rows } = await copy('1,2\n3,4\n', 'csv')
    expect(rows).toEqual([
      { column_a: 1, column_b: 2 },
      { column_a: 3, column_b: 4 },
    ])
  })

  test('R13 generates names for tables and columns, whatever the file says', async () => {
    const { sql } = await copy(
      '"id""; DROP TABLE x;--","a","A","sqlite_x",""\n1,2,3,4,5\n',
      'csv',
      'sqlite_master"; --',
    )
    expect(sql).toEqual({
      _sqlite_master:
        'CREATE TABLE "_sqlite_master" ("id_drop_table_x" INTEGER, "a" INTEGER, "a_2" INTEGER, "_sqlite_x" INTEGER, "column_e" INTEGER)',
    })
  })

  test('rejects a binary file as not CSV, and leaves nothing behind', async () => {
    await expect(copy(Buffer.from([0, 1, 2, 0, 255, 10, 0]), 'csv')).rejects.toThrow('binary data')
    expect(existsSync(join(folder, `${count - 1}.sqlite`))).toBe(false)
  })

  test('refuses an endless value or a row wider than all before, with its position', async () => {
    await expect(copy(`a\n"${'x'.repeat(2 * 1024 * 1024)}`, 'csv')).rejects.toThrow('A value has more than')
    const rows = Array.from({ length: 1500 }, () => '1,2').join('\n')
    await expect(copy(`a,b\n${rows}\n1,2,3\n`, 'csv')).rejects.toThrow('Row 1502 of Data has more values')
  })

  test('refuses an unclosed quote, with the line where the file ends', async () => {
    await expect(copy('a,b\n1,"x\n2,y\n', 'csv')).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('inside a quoted value'),
    })
  })

  test('refuses a row with more text than the limit', async () => {
    const value = 'x'.repeat(1024 * 1024)
    await expect(copy(`a\n${Array(9).fill(value).join()}\n`, 'csv')).rejects.toMatchObject({
      kind: 'limit',
      message: expect.stringContaining('A row has more than'),
    })
  })

  test('reads a CSV file that mixes line endings', async () => {
    const { rows } = await copy('a,b\r\n1,x\n2,"y\r\nz"\r3,w', 'csv')
    expect(rows).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y\r\nz' },
      { a: 3, b: 'w' },
    ])
  })

  test.each([
    ['a sign and spaces', `$${' '.repeat(500_000)}1`],
    ['groups of digits', '1,111'.repeat(100_000)],
    ['digits', '1'.repeat(500_000)],
    ['exponents', '1e'.repeat(250_000)],
    ['points', '1.'.repeat(250_000)],
    ['combining marks', '\u0301'.repeat(300_000)],
  ])('R25 keeps an endless run of %s as text', async (_, cell) => {
    const { rows } = await copy(`a,b\n"${cell}",1\n`, 'csv')
    expect(rows).toEqual([{ a: cell, b: 1 }])
  })
})

describe('an Excel workbook', () => {
  const head = { rels: 'xl/_rels/workbook.xml.rels', workbook: 'xl/workbook.xml', sheet: 'xl/worksheets/sheet1.xml' }
  const relation =
    '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
  const oneSheet = (more = '') =>
    `<workbook xmlns:r="r">${more}<sheets><sheet name="My Sheet" r:id="r1"/></sheets></workbook>`

  /** Builds a zip file of stored or packed parts, without the checksums that its reader does not check. */
  function zip(parts: Record<string, string>): Buffer {
    let offset = 0
    const made = Object.entries(parts).map(([name, content], index) => {
      const bytes = Buffer.from(content)
      const packed = index % 2 === 0 ? deflateRawSync(bytes) : bytes
      const common = Buffer.alloc(26)
      common.writeUInt16LE(index % 2 === 0 ? 8 : 0, 4)
      common.writeUInt32LE(packed.length, 14)
      common.writeUInt16LE(name.length, 22)
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
      const tail = Buffer.alloc(14)
      tail.writeUInt32LE(offset, 10)
      offset += local.length
      return { local, entry: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]) }
    })
    const directory = Buffer.concat(made.map(({ entry }) => entry))
    const end = Buffer.alloc(18)
    end.writeUInt16LE(made.length, 6)
    end.writeUInt32LE(directory.length, 8)
    end.writeUInt32LE(offset, 12)
    return Buffer.concat([...made.map(({ local }) => local), directory, Buffer.from('PK\x05\x06'), end])
  }

  function sheetOf(rows: string, parts: Record<string, string> = {}, more = ''): Buffer {
    const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
    return zip({ [head.workbook]: oneSheet(more), [head.rels]: relation, [head.sheet]: sheet, ...parts })
  }

  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

  test('reads days, times and numbers by the formats of the workbook’s styles', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="171" formatCode="&quot;dmy&quot;0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="20"/></cellXfs></styleSheet>'
    const rows = `<row>${['d', 'm', 'n', 't'].map(text).join('')}</row><row><c s="1"><v>46000</v></c><c s="2"><v>46000.5</v></c><c s="3"><v>46000</v></c><c s="4"><v>0.25</v></c></row>`
    const { sql, rows: read } = await copy(sheetOf(rows, { 'xl/styles.xml': styles }), 'xlsx')
    expect(sql['my_sheet']).toBe('CREATE TABLE "my_sheet" ("d" DATE, "m" DATETIME, "n" INTEGER, "t" TIME)')
    expect(read).toEqual([{ d: '2025-12-09', m: '2025-12-09 12:00:00', n: 46000, t: '06:00:00' }])
  })

  test('starts the calendar of an old Macintosh workbook in 1904', async () => {
    const styles = '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>'
    const rows = `<row>${text('d')}</row><row><c s="1"><v>44538</v></c></row>`
    const file = sheetOf(rows, { 'xl/styles.xml': styles }, '<workbookPr date1904="1"/>')
    expect((await copy(file, 'xlsx')).rows).toEqual([{ d: '2025-12-09' }])
  })

  test('puts cells in their places, reads stored values of formulas, and reads errors as empty next to their text', async () => {
    const rows = `<row r="1"><c r="A1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c r="C1" t="str"><v>c</v></c></row><row r="5"><c r="C5"><f>1+1</f><v>2</v></c></row><row r="6"><c r="A6" t="e"><v>#DIV/0!</v></c><c r="C6"><f>A1+1</f></c></row>`
    const { rows: read } = await copy(sheetOf(rows), 'xlsx')
    expect(read).toEqual([
      { ab: null, ab_raw: null, c: 2, c_raw: '2' },
      { ab: null, ab_raw: '#DIV/0!', c: null, c_raw: '=A1+1' },
    ])
  })

  test('leaves out hidden sheets', async () => {
    const workbook = '<workbook xmlns:r="r"><sheets><sheet name="S" state="veryHidden" r:id="r1"/></sheets></workbook>'
    const rows = `<row>${text('a')}</row><row><c><v>1</v></c></row>`
    await expect(copy(sheetOf(rows, { [head.workbook]: workbook }), 'xlsx')).rejects.toThrow('has no data')
  })

  test.each([
    ['declares entities', `<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>`, 'document type declaration'],
    ['is not XML', '<worksheet><sheetData></worksheet>', 'invalid XML'],
  ])('refuses a workbook whose sheet %s', async (_, sheet, message) => {
    const file = zip({ [head.workbook]: oneSheet(), [head.rels]: relation, [head.sheet]: sheet })
    await expect(copy(file, 'xlsx')).rejects.toThrow(message)
  })

  test.each([
    ['a file that is not a zip', Buffer.from('PK, or so')],
    ['an empty file', Buffer.alloc(0)],
    ['a wrong directory', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(8, 1), Buffer.alloc(10)])],
    ['another kind of zip', zip({ 'word/document.xml': '<x/>' })],
    [
      'a part outside the file',
      zip({ [head.workbook]: oneSheet(), [head.rels]: relation.replace('worksheets', '../../..') }),
    ],
  ])('refuses %s in plain words', async (_, content) => {
    await expect(copy(content, 'xlsx')).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringMatching(/isn't an Excel workbook|damaged|has no data/),
    })
  })

  test.each([
    ['too many parts', 10, 20_000, 'limit'],
    ['no parts', 10, 0, 'unsupported'],
    ['a directory outside the file', 16, 60_000, 'unsupported'],
  ])('refuses a zip file whose end record claims %s', async (_, place, value, kind) => {
    const file = sheetOf(`<row>${text('a')}</row><row><c><v>1</v></c></row>`)
    file.writeUInt16LE(value, file.length - 22 + place)
    await expect(copy(file, 'xlsx')).rejects.toMatchObject({ kind })
  })

  test('refuses a password-protected part in plain words', async () => {
    const file = sheetOf(`<row>${text('a')}</row><row><c><v>1</v></c></row>`)
    const entry = file.indexOf('PK\x01\x02')
    file.writeUInt16LE(1, entry + 8)
    await expect(copy(file, 'xlsx')).rejects.toThrow('password-protected')
  })

  test.each([
    ['rows', { rows: mostRows, cells: Infinity }, mostRows + 1, `${mostRows.toLocaleString('en-US')} rows`],
    ['cells', { rows: Infinity, cells: 3000 }, 1001, '3,000 cells'],
  ])('stops reading a workbook with more %s than a conversation allows', async (_, most, count, message) => {
    const path = join(folder, 'many.xlsx')
    writeFileSync(path, sheetOf(`<row>${'<c><v>1</v></c>'.repeat(3)}</row>`.repeat(count)))
    const target = `${path}-${message}.sqlite`
    await expect(copyTables({ files: [{ path, title: 'Data', format: 'xlsx' }], target, most })).rejects.toMatchObject({
      kind: 'limit',
      message: expect.stringContaining(message),
    })
  })

  test('reads as many rows as Excel allows', () => {
    expect(fileLimits).toMatchObject({ rows: 1_048_576, cells: 20_000_000 })
  })
})
