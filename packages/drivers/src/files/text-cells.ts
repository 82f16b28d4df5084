import { textCell, withShown, type SheetCell } from '../table-copy/cells.ts'

export type DecimalSign = '.' | ','

/** Digits that a floating-point number represents exactly. */
const exactDigits = 15
const plainNumber = /^[-+]?\d+(\.\d+)?([eE][-+]?\d{1,3})?$/
const currency = /^([-+(]?)\s{0,9}([$€£¥]?)\s{0,9}([-+]?[\d.,' \u00A0\u202F]{1,60}?)\s{0,9}([$€£¥%]?)\)?$/u

const grouped: Record<DecimalSign, RegExp> = {
  '.': /^[-+]?(\d{1,3}([,' \u00A0\u202F]\d{3})+|\d+)(\.\d+)?$/u,
  ',': /^[-+]?(\d{1,3}([.' \u00A0\u202F]\d{3})+|\d+)(,\d+)?$/u,
}

/**
 * Converts one value of a text file to a cell. An ambiguous value stays text: '1/2/2026' is either a day in January or
 * one in February.
 */
export function readText(text: string, decimalSign: DecimalSign): SheetCell {
  const trimmed = text.trim()
  if (trimmed === '') return textCell(text)
  const first = trimmed.charCodeAt(0)
  const mayBeNumber = (first >= 0x30 && first <= 0x39) || '-+($€£¥.,'.includes(trimmed[0] ?? '')
  if (mayBeNumber) return readDate(trimmed) ?? readNumber(trimmed, decimalSign) ?? textCell(text)
  if (/^(true|false)$/i.test(trimmed)) return withShown('boolean', trimmed.toLowerCase() === 'true' ? 1 : 0, text)
  return textCell(text)
}

function readDate(text: string): SheetCell | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z)?)?$/.exec(text)
  if (match === null) return /^\d{1,2}:\d\d(:\d\d)?$/.test(text) ? readTime(text) : null
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  // The calendar moves a day that doesn't exist forward; then the text isn't a date.
  if (Number.isNaN(Date.parse(iso)) || new Date(iso).toISOString() !== iso) return null
  if (match[4] === undefined) return withShown('date', text, text)
  return withShown('datetime', `${year}-${month}-${day} ${hour}:${minute}:${second}`, text)
}

function readTime(text: string): SheetCell | null {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  const parts = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0'))
  return withShown('time', parts.join(':'), text)
}

function readNumber(text: string, decimalSign: DecimalSign): SheetCell | null {
  if (plainNumber.test(text) && !(decimalSign === ',' && text.includes('.'))) return toNumber(text, text)
  const match = currency.exec(text)
  if (match === null) return null
  const [, sign = '', , digits = '', after = ''] = match
  const plain = ungroup(digits, decimalSign)
  if (plain === null) return null
  const isNegative = sign === '-' || sign === '('
  const cell = toNumber((isNegative ? '-' : '') + plain, text)
  if (cell === null || after !== '%' || typeof cell.value !== 'number') return cell
  return withShown('real', cell.value / 100, text)
}

/** Converts '1,234.5' and '1 234.5' to '1234.5'; null if the groups don't have three digits. */
function ungroup(digits: string, decimalSign: DecimalSign): string | null {
  if (!grouped[decimalSign].test(digits)) return null
  const [whole = '', fraction] = digits.split(decimalSign)
  const plain = whole.replaceAll(/[^\d+-]/g, '')
  return fraction === undefined ? plain : `${plain}.${fraction}`
}

/** A value that a floating-point number would round stays text, so that it is exact. */
function toNumber(plain: string, shown: string): SheetCell | null {
  const value = Number(plain)
  if (!Number.isFinite(value)) return null
  const mantissa = (plain.split(/e/i, 1)[0] ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')
  if (Number.isSafeInteger(value) && /^[-+]?\d+$/.test(plain)) return withShown('integer', value, shown)
  if (mantissa.length > exactDigits) return null
  return withShown('real', value, shown)
}
