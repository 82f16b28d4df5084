import { currencyOf, formatMessage, message } from '@parlance/contract'
import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { writeZip } from './zip-writer.ts'

/** The limits of an Excel sheet. */
export const sheetLimits = { rows: 1_048_576, columns: 16_384, cellText: 32_767, bytes: 4_000_000_000 }

/** The digits of a number that Excel stores. */
const exactDigits = 15
const numeral = /^-?\d+(\.\d+)?$/
const dayMs = 86_400_000
/** Before this day, Excel's calendar has one day too many. */
const firstSafeDay = Date.UTC(1900, 2, 1)
const dayZero = Date.UTC(1899, 11, 30)
const style = { header: 1, date: 2, timestamp: 3 }

/**
 * Writes a workbook of one sheet while its rows arrive. Texts are stored as texts, so that Excel computes nothing in
 * them. Rows that don't fit into a sheet are left out, and its last row says so.
 * @param checkEnd throws if the rows ended early, so that the file is not completed
 * @throws AppError result_too_large for more columns than a sheet has
 */
export async function* writeXlsx(
  columns: ResultColumn[],
  batches: AsyncIterable<Row[]>,
  checkEnd: () => void,
): AsyncGenerator<Uint8Array> {
  if (columns.length > sheetLimits.columns) {
    throw new AppError('result_too_large', {
      detail: message(
        'An Excel sheet can have up to {columns, number} columns, and the result has more. Export as CSV.',
        {
          columns: sheetLimits.columns,
        },
      ),
    })
  }
  const sheet = { name: 'xl/worksheets/sheet1.xml', content: sheetXml(columns, batches, checkEnd) }
  const parts: [string, string][] = [...fixedParts, ['xl/styles.xml', stylesXml(columns)]]
  yield* writeZip([...parts.map(([name, text]) => ({ name, content: once(text) })), sheet])
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

async function* sheetXml(
  columns: ResultColumn[],
  batches: AsyncIterable<Row[]>,
  checkEnd: () => void,
): AsyncGenerator<string> {
  const head = columns.map(({ name }) => textXml(name, style.header)).join('')
  yield `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row>${head}</row>`
  yield* rowsXml(columns, batches)
  yield '</sheetData></worksheet>'
  checkEnd()
}

/** Holds one row back, because only the next row shows whether it or the notice is the sheet's last. */
async function* rowsXml(columns: ResultColumn[], batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const styles = numberStyles(columns)
  let written = 1
  let bytes = 0
  let held = ''
  for await (const batch of batches) {
    let text = ''
    for (const row of batch) {
      if (held !== '' && (written + 1 >= sheetLimits.rows || bytes > sheetLimits.bytes)) {
        yield `${text}<row>${textXml(noticeOf(written - 1))}</row>`
        return
      }
      if (held !== '') {
        text += held
        bytes += held.length
        written += 1
      }
      held = `<row>${row.map((cell, index) => cellXml(cell, columns[index], styles[index])).join('')}</row>`
    }
    if (text !== '') yield text
  }
  yield held
}

function noticeOf(rows: number): string {
  return formatMessage(
    message(
      'This sheet contains only the first {rows, plural, one {# row} other {# rows}}, because Excel cannot hold all of them. Export as CSV to get all rows.',
      { rows },
    ),
  )
}

function cellXml(cell: Cell, column: ResultColumn | undefined, numberStyle = 0): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number') return numberXml(String(cell), numberStyle)
  const isNumber = column?.kind === 'integer' || column?.kind === 'number'
  if (isNumber && numeral.test(cell)) return numberXml(cell, numberStyle)
  if (column?.kind === 'date' || column?.kind === 'timestamp') return momentXml(cell) ?? textXml(cell)
  return textXml(cell)
}

/** Excel would change a number with more digits than it stores, so it is written as text. */
function numberXml(text: string, styleId: number): string {
  const digits = (text.split(/e/i, 1)[0] ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')
  const isWhole = /^-?\d+$/.test(text)
  if (digits.length > exactDigits && (isWhole || !isOwnNumber(text))) return textXml(text)
  return `<c${styleId === 0 ? '' : ` s="${styleId}"`}><v>${text}</v></c>`
}

/** A floating-point number from the engine, not the exact text of a decimal one. */
function isOwnNumber(text: string): boolean {
  return String(Number(text)) === text
}

function momentXml(text: string): string | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?$/.exec(text)
  if (match === null) return null
  const [, day, time] = match
  const moment = Date.parse(`${day}T${time ?? '00:00'}Z`)
  if (Number.isNaN(moment) || moment < firstSafeDay) return null
  return `<c s="${time === undefined ? style.date : style.timestamp}"><v>${(moment - dayZero) / dayMs}</v></c>`
}

function textXml(text: string, styleId = 0): string {
  const cut =
    text.length > sheetLimits.cellText ? `${text.slice(0, sheetLimits.cellText - cutMark.length)}${cutMark}` : text
  return `<c t="inlineStr"${styleId === 0 ? '' : ` s="${styleId}"`}><is><t xml:space="preserve">${escapeXml(cut)}</t></is></c>`
}

const cutMark = '… (truncated: an Excel cell can have up to 32,767 characters)'
const special = /[&<>"\p{Cc}\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu
/** Control characters that XML allows. */
const allowed = new Set(['\t', '\n', '\r'])

/** Writes characters that XML does not allow in Excel's own way. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(special, (sign) => (allowed.has(sign) ? sign : (entities[sign] ?? excelEscape(sign))))
}

function excelEscape(sign: string): string {
  return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Styles of cells that every workbook has, before those of its columns. */
const ownStyles = 4
/** The first number format that isn't one of Excel's own. */
const firstFormat = 164

/** The style of each column's numbers; 0 if its metric doesn't say how they look. */
function numberStyles(columns: readonly ResultColumn[]): number[] {
  let next = ownStyles
  return columns.map(({ format }) => (format === undefined ? 0 : next++))
}

function stylesXml(columns: readonly ResultColumn[]): string {
  const codes = columns.flatMap((column) => formatCode(column) ?? [])
  const formats = ['yyyy\\-mm\\-dd\\ hh:mm:ss', ...codes].map(
    (code, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${escapeXml(code)}"/>`,
  )
  const own = codes.map((_, at) => `<xf numFmtId="${firstFormat + 1 + at}" applyNumberFormat="1"/>`)
  return `${xmlHead}<styleSheet xmlns="${mainNamespace}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${ownStyles + own.length}"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/>${own.join('')}</cellXfs></styleSheet>`
}

/** Digits after the decimal point of percentages, and of other numbers with a fraction, unless the format says how many. */
const usualDecimals = { percent: 1, fraction: 2 }

/** Excel's code for how a metric's numbers look: `0.0%`, `[$EUR] #,##0.00`, `#,##0" hours"`. */
function formatCode({ format, kind }: ResultColumn): string | null {
  if (format === undefined) return null
  const { style: look, decimals, unit } = format
  const usual = kind === 'integer' ? 0 : usualDecimals.fraction
  const digits = decimals ?? (look === 'percent' ? usualDecimals.percent : usual)
  const fraction = digits === 0 ? '' : `.${'0'.repeat(digits)}`
  if (look === 'percent') return `0${fraction}%`
  const currency = currencyOf(look, unit)
  if (currency !== null) return `[$${currency}] #,##0${fraction}`
  const word = (unit ?? '').replaceAll(/["\\\p{Cc}]/gu, '')
  return word === '' ? `#,##0${fraction}` : `#,##0${fraction}" ${word}"`
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const sheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const fixedParts: [name: string, text: string][] = [
  [
    '[Content_Types].xml',
    `${xmlHead}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetTypes}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetTypes}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetTypes}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relationNamespace}"><sheets><sheet name="Query Results" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationNamespace}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationNamespace}/styles" Target="styles.xml"/></Relationships>`,
  ],
]
