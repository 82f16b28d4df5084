import type { SqlDialect } from '@parlance/contract'
import { textLiteral } from './literals.ts'

/** How a dialect writes the few text functions that masks are made of. Arguments are SQL. */
export interface TextFunctions {
  /** The value as text. */
  text(value: string): string
  /** Letters and digits alone. */
  letters(text: string): string
  length(text: string): string
  /** The last characters, as many as the SQL expression says. */
  last(text: string, count: string): string
  /** The text's last `shown` letters and digits, at most half of them, filled up with X from the left. */
  tail(text: string, shown: number): string
  /** Characters from a 1-based place. */
  part(text: string, from: number, count: number): string
  concat(parts: string[]): string
  smaller(left: string, right: string): string
  /** Whole half of a number. */
  half(count: string): string
  /** What stands from the first `@` on. */
  fromAt(text: string): string
  withoutAt(text: string): string
}

const bars = (parts: string[]) => `(${parts.join(' || ')})`
const call = (name: string) => (parts: string[]) => `${name}(${parts.join(', ')})`
const least = (left: string, right: string) => `LEAST(${left}, ${right})`

/** The same in every dialect that has a function for the last characters. */
function tailOf(functions: TextFunctions, dialect: SqlDialect, text: string, shown: number): string {
  const letters = functions.letters(text)
  const visible = functions.smaller(String(shown), functions.half(functions.length(letters)))
  const padded = functions.concat([textLiteral('X'.repeat(shown), dialect), functions.last(letters, visible)])
  return functions.last(padded, String(shown))
}

type Base = Omit<TextFunctions, 'tail'> & Partial<Pick<TextFunctions, 'tail'>>

const base: Base = {
  text: (value) => `CAST(${value} AS VARCHAR)`,
  letters: (text) => `REGEXP_REPLACE(${text}, '[^[:alnum:]]', '')`,
  length: (text) => `LENGTH(${text})`,
  last: (text, count) => `RIGHT(${text}, ${count})`,
  part: (text, from, count) => `SUBSTR(${text}, ${from}, ${count})`,
  concat: bars,
  smaller: least,
  half: (count) => `FLOOR(${count} / 2)`,
  fromAt: (text) => `SUBSTR(${text}, POSITION('@' IN ${text}))`,
  withoutAt: (text) => `REPLACE(${text}, '@', '')`,
}

/** A pattern of all ASCII characters that are no letter or digit: what a class such as alnum holds depends on the locale. */
function asciiOthers(escape: string): string {
  const ranges = ['01-2F', '3A-40', '5B-60', '7B-7F'].map((range) => escape + range.replace('-', `-${escape}`))
  return `[${ranges.join('')}]`
}

const punctuation = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

const dialects: Record<SqlDialect, Base> = {
  postgresql: {
    ...base,
    text: (value) => `CAST(${value} AS text)`,
    letters: (text) => `regexp_replace(${text}, '${asciiOthers('\\u00')}', '', 'g')`,
    half: (count) => `${count} / 2`,
  },
  sqlite: {
    ...base,
    text: (value) => `CAST(${value} AS TEXT)`,
    letters: (text) => sqliteLetters(text, 'parlance_kept'),
    tail: sqliteTail,
    last: (text, count) => `substr(${text}, length(${text}) - ${count} + 1)`,
    smaller: (left, right) => `min(${left}, ${right})`,
    half: (count) => `${count} / 2`,
    fromAt: (text) => `substr(${text}, instr(${text}, '@'))`,
  },
  mysql: {
    ...base,
    text: (value) => `CAST(${value} AS CHAR)`,
    letters: (text) => `REGEXP_REPLACE(${text}, '${asciiOthers('\\\\x')}', '')`,
    length: (text) => `CHAR_LENGTH(${text})`,
    part: (text, from, count) => `SUBSTRING(${text}, ${from}, ${count})`,
    concat: call('CONCAT'),
    fromAt: (text) => `SUBSTRING(${text}, LOCATE('@', ${text}))`,
  },
  tsql: {
    ...base,
    text: (value) => `CAST(${value} AS NVARCHAR(4000))`,
    letters: (text) =>
      `REPLACE(TRANSLATE(${text}, ${textLiteral(punctuation, 'tsql')}, REPLICATE(' ', ${punctuation.length})), ' ', '')`,
    length: (text) => `LEN(${text})`,
    part: (text, from, count) => `SUBSTRING(${text}, ${from}, ${count})`,
    concat: call('CONCAT'),
    smaller: (left, right) => `IIF(${left} < ${right}, ${left}, ${right})`,
    half: (count) => `${count} / 2`,
    fromAt: (text) => `SUBSTRING(${text}, CHARINDEX('@', ${text}), 4000)`,
  },
  oracle: {
    ...base,
    text: (value) => `TO_CHAR(${value})`,
    last: (text, count) => `SUBSTR(${text}, LENGTH(${text}) - ${count} + 1)`,
    fromAt: (text) => `SUBSTR(${text}, INSTR(${text}, '@'))`,
  },
  snowflake: {
    ...base,
    text: (value) => `TO_VARCHAR(${value})`,
    fromAt: (text) => `SUBSTR(${text}, CHARINDEX('@', ${text}))`,
  },
  bigquery: {
    ...base,
    text: (value) => `CAST(${value} AS STRING)`,
    letters: (text) => `REGEXP_REPLACE(${text}, '[^\\\\pL\\\\pN]', '')`,
    concat: call('CONCAT'),
    half: (count) => `DIV(${count}, 2)`,
    fromAt: (text) => `SUBSTR(${text}, STRPOS(${text}, '@'))`,
  },
  dremio: {
    ...base,
    letters: (text) => `REGEXP_REPLACE(${text}, '[^A-Za-z0-9]', '')`,
    concat: call('CONCAT'),
    half: (count) => `CAST(FLOOR(${count} / 2) AS INTEGER)`,
    fromAt: (text) => `SUBSTR(${text}, LOCATE('@', ${text}))`,
  },
  hana: {
    ...base,
    text: (value) => `TO_NVARCHAR(${value})`,
    letters: (text) => `REPLACE_REGEXPR('${asciiOthers('\\x')}' IN ${text} WITH '' OCCURRENCE ALL)`,
    part: (text, from, count) => `SUBSTRING(${text}, ${from}, ${count})`,
    fromAt: (text) => `SUBSTRING(${text}, LOCATE(${text}, '@'))`,
  },
}

/**
 * SQLite has no function that strips characters: the text is read one by one, into `parlance_kept`. The names are ones
 * that no column has.
 */
function sqliteLetters(text: string, result: string): string {
  const next = `substr(${text}, parlance_at + 1, 1)`
  const isLetter = `instr('0123456789abcdefghijklmnopqrstuvwxyz', lower(${next})) > 0 OR unicode(${next}) > 127`
  const step = `SELECT parlance_at + 1, parlance_kept || iif(${isLetter}, ${next}, '') FROM parlance_letters WHERE parlance_at < length(${text})`
  const walk = `WITH RECURSIVE parlance_letters(parlance_at, parlance_kept) AS (SELECT 0, '' UNION ALL ${step})`
  return `(${walk} SELECT ${result} FROM parlance_letters WHERE parlance_at = length(${text}))`
}

function sqliteTail(text: string, shown: number): string {
  const visible = `substr(parlance_kept, length(parlance_kept) - min(${shown}, length(parlance_kept) / 2) + 1)`
  return sqliteLetters(text, `substr('${'X'.repeat(shown)}' || ${visible}, -${shown})`)
}

export function textFunctions(dialect: SqlDialect): TextFunctions {
  const functions = dialects[dialect]
  const complete: TextFunctions = { tail: (text, shown) => tailOf(complete, dialect, text, shown), ...functions }
  return complete
}

/** Functions that masks call and that nobody else may: the guard's own proof accepts them. */
export const maskFunctions: ReadonlySet<string> = new Set([
  'parlance_hash',
  'convert_to',
  'sha2',
  'hashbytes',
  'rawtohex',
  'standard_hash',
  'sha256',
  'to_hex',
  'bintohex',
  'hash_sha256',
  'strtobin',
])
