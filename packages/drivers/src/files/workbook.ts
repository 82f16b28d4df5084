import { message } from '@parlance/contract/messages'
import { emptyCell, numberCell, textCell, withShown, type NumberFormat, type SheetCell } from '../table-copy/cells.ts'
import { mostColumns } from '../table-copy/copy-file.ts'
import { fileLimits, refuseBeyond, unreadable } from './limits.ts'
import { readXml } from './xml.ts'
import { ZipFile } from './zip.ts'

export interface SheetOfFile {
  title: string
  rows(): AsyncGenerator<SheetCell[]>
}

/**
 * An Excel workbook (.xlsx) with its visible sheets in order. Formulas are never computed: their stored values are
 * read.
 */
export class Workbook {
  readonly #zip: ZipFile
  readonly #texts: string[]
  readonly #formats: NumberFormat[]
  readonly #startsIn1904: boolean
  readonly sheets: SheetOfFile[]

  /** @throws DriverError unsupported, limit */
  static async open(path: string): Promise<Workbook> {
    const zip = await ZipFile.open(path)
    try {
      const { sheets, startsIn1904 } = await readOutline(zip)
      refuseBeyond(sheets.length, fileLimits.sheets, 'sheets')
      const formats = await readFormats(zip)
      const texts = await readTexts(zip)
      return new Workbook({ zip, texts, formats, startsIn1904, sheets })
    } catch (error) {
      zip.close()
      throw error
    }
  }

  private constructor(parts: {
    zip: ZipFile
    texts: string[]
    formats: NumberFormat[]
    startsIn1904: boolean
    sheets: { title: string; part: string }[]
  }) {
    this.#zip = parts.zip
    this.#texts = parts.texts
    this.#formats = parts.formats
    this.#startsIn1904 = parts.startsIn1904
    this.sheets = parts.sheets.map(({ title, part }) => ({ title, rows: () => this.#rows(part) }))
  }

  close(): void {
    this.#zip.close()
  }

  async *#rows(part: string): AsyncGenerator<SheetCell[]> {
    const ready: SheetCell[][] = []
    let row: SheetCell[] = []
    let cell = { column: 0, type: 'n', style: 0, value: '', formula: '', isWritten: false }
    let inside: 'value' | 'formula' | null = null
    const reading = readXml(await this.#zip.read(part), {
      open: (name, attribute) => {
        if (name === 'row') row = []
        else if (name === 'c') {
          const column = columnOf(attribute('r')) ?? row.length
          cell = {
            column,
            type: attribute('t') ?? 'n',
            style: Number(attribute('s') ?? 0),
            value: '',
            formula: '',
            isWritten: false,
          }
        } else if (name === 'v' || name === 't') {
          inside = 'value'
          cell.isWritten = true
        } else if (name === 'f') inside = 'formula'
        else if (name === 'rPh') inside = null
      },
      text: (text) => {
        if (inside === 'value') cell.value += text
        else if (inside === 'formula') cell.formula += text
        refuseBeyond(cell.value.length, fileLimits.cellText, 'value')
      },
      close: (name) => {
        if (name === 'v' || name === 't' || name === 'f') inside = null
        else if (name === 'c' && cell.column < mostColumns) {
          while (row.length < cell.column) row.push(emptyCell)
          row[cell.column] = this.#cell(cell)
        } else if (name === 'row') ready.push(row)
      },
    })
    for await (const _ of reading) yield* ready.splice(0)
  }

  #cell(cell: { type: string; style: number; value: string; formula: string; isWritten: boolean }): SheetCell {
    const { type, value } = cell
    if (!cell.isWritten) {
      return cell.formula === '' ? emptyCell : { kind: 'error', value: null, shown: `=${cell.formula}` }
    }
    if (type === 's') return textCell(unescape(this.#texts[Number(value)] ?? ''))
    if (type === 'str' || type === 'inlineStr') return textCell(unescape(value))
    if (type === 'e') return { kind: 'error', value: null, shown: value }
    if (type === 'b') return withShown('boolean', value === '1' ? 1 : 0, value === '1' ? 'TRUE' : 'FALSE')
    if (type === 'd') return isoCell(value)
    const number = Number(value)
    if (value.trim() === '' || !Number.isFinite(number)) return textCell(value)
    const format = this.#formats[cell.style] ?? 'OTHER'
    const isDay = format === 'DATE' || format === 'DATE_TIME'
    return numberCell(isDay && this.#startsIn1904 ? number + daysTo1904 : number, format, value)
  }
}

/** Workbooks write characters that XML doesn't allow as '_x000D_'. */
function unescape(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Days from the usual first day of workbooks to the one in old Macintosh workbooks. */
const daysTo1904 = 1462

function isoCell(text: string): SheetCell {
  const moment = text.replace('T', ' ').replace('Z', '')
  return withShown(moment.length === 10 ? 'date' : 'datetime', moment, text)
}

/** 'AB12' is column 27. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

interface Outline {
  sheets: { title: string; part: string }[]
  startsIn1904: boolean
}

async function readOutline(zip: ZipFile): Promise<Outline> {
  if (!zip.has('xl/workbook.xml')) throw unreadable(message("The file isn't an Excel workbook (.xlsx)."))
  const parts = await readRelations(zip)
  const sheets: Outline['sheets'] = []
  let startsIn1904 = false
  const reading = readXml(await zip.read('xl/workbook.xml'), {
    open: (name, attribute) => {
      if (name === 'workbookPr') startsIn1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      if (name !== 'sheet' || (attribute('state') ?? 'visible') !== 'visible') return
      const part = parts.get(attribute('id') ?? '')
      if (part !== undefined && zip.has(part)) sheets.push({ title: attribute('name') ?? 'sheet', part })
    },
  })
  await drain(reading)
  return { sheets, startsIn1904 }
}

/** Maps each relation id of the workbook to the part with the sheet. */
async function readRelations(zip: ZipFile): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  if (!zip.has('xl/_rels/workbook.xml.rels'))
    throw unreadable(
      message('The list of sheets is missing from the workbook. Open it in Excel, save it, and try again.'),
    )
  const reading = readXml(await zip.read('xl/_rels/workbook.xml.rels'), {
    open: (name, attribute) => {
      const [id, target] = [attribute('Id'), attribute('Target')]
      const isSheet = (attribute('Type') ?? '').endsWith('/worksheet')
      if (name !== 'Relationship' || !isSheet || id === undefined || target === undefined) return
      parts.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  await drain(reading)
  return parts
}

async function readTexts(zip: ZipFile): Promise<string[]> {
  const texts: string[] = []
  if (!zip.has('xl/sharedStrings.xml')) return texts
  let text = ''
  let total = 0
  let isShown = false
  const reading = readXml(await zip.read('xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 't') isShown = true
      // A phonetic reading follows the word and isn't part of it.
      if (name === 'rPh') isShown = false
    },
    text: (piece) => {
      if (!isShown) return
      text += piece
      total += piece.length
      refuseBeyond(total, fileLimits.sharedText, 'text')
    },
    close: (name) => {
      if (name === 't') isShown = false
      if (name === 'si') texts.push(text)
    },
  })
  await drain(reading)
  return texts
}

/** Reads the number format of each style. A cell refers to its style by index. */
async function readFormats(zip: ZipFile): Promise<NumberFormat[]> {
  if (!zip.has('xl/styles.xml')) return []
  const codes = new Map<number, string>()
  const styles: NumberFormat[] = []
  let isCellStyles = false
  const reading = readXml(await zip.read('xl/styles.xml'), {
    open: (name, attribute) => {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      if (name === 'cellXfs') isCellStyles = true
      if (name !== 'xf' || !isCellStyles) return
      const id = Number(attribute('numFmtId') ?? 0)
      styles.push(formatOf(id, codes.get(id)))
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyles = false
    },
  })
  await drain(reading)
  return styles
}

/** Excel's built-in formats have numbers; a custom format is recognized by the letters in its code. */
function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58)) return 'DATE'
    if (id === 22) return 'DATE_TIME'
    return (id >= 18 && id <= 21) || (id >= 45 && id <= 47) ? 'TIME' : 'OTHER'
  }
  const letters = code.replaceAll(/"[^"]*"|\\.|\[(?!h|m|s)[^\][]*\]|_./gi, '').split(';')[0] ?? ''
  const hasDay = /[yd]/i.test(letters)
  const hasTime = /[hs]/i.test(letters)
  if (hasDay) return hasTime ? 'DATE_TIME' : 'DATE'
  if (hasTime) return 'TIME'
  return /^\W*m+\W*$/i.test(letters) ? 'DATE' : 'OTHER'
}

async function drain(reading: AsyncGenerator<void>): Promise<void> {
  for await (const _ of reading) continue
}
