import { message, questionMaxLength, type Message } from '@parlance/contract'
import { maxSqlBytes } from '@parlance/sql'
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import type { ComparedResult } from '../encode.ts'
import { parseExpectedRows } from './expected-rows.ts'
import { FormatError } from './format-error.ts'
import { invalid } from './read-json.ts'

/** A question of a CSV file. Exactly one of expected SQL and expected rows is present. */
export interface CsvQuestion {
  line: number
  question: string
  expectedSql: string | null
  expectedRows: ComparedResult | null
  tags: string[]
}

/** The most questions of a file. */
export const mostQuestions = 10_000

/** Names of the header, in any case and order; a file needs a question and one of the expected ones. */
const headerNames = ['question', 'expected_sql', 'expected_rows', 'tags'] as const
type HeaderName = (typeof headerNames)[number]

/** A file to start from. */
export const questionCsvTemplate = `question,expected_sql,expected_rows,tags\r
How many customers are there?,SELECT COUNT(*) FROM customers,,customers;counts\r
How many orders came from each country?,,"[[""Germany"", 12], [""Spain"", 7]]",orders\r
`

/**
 * Reads questions from a CSV file with the header `question,expected_sql,expected_rows,tags`.
 * @param file its name, for errors
 * @throws FormatError with file, line, and key
 */
export function parseQuestionCsv(text: string, file: string): CsvQuestion[] {
  const [header, ...records] = readRecords(text, file)
  if (!header) throw invalid(file, 1, message('The file is empty. Start from the template.'))
  const columns = columnsOf(header, file)
  if (records.length > mostQuestions) {
    throw invalid(file, header.line, message('The file has more than {most} questions.', { most: mostQuestions }))
  }
  return records.map(({ cells, line }) => {
    const textOf = (name: HeaderName) => (cells[columns.indexOf(name)] ?? '').trim()
    return readQuestion(textOf, (problem, cause) => invalid(file, line, problem, cause), line)
  })
}

interface CsvRecord {
  cells: string[]
  line: number
}

function readRecords(text: string, file: string): CsvRecord[] {
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((sign) => firstLine.includes(sign)) ?? ','
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const lines = records.map(({ record }, at) => ({
      cells: record,
      line: (records[at - 1]?.info.lines ?? 0) + 1,
    }))
    return lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines: number }
    throw invalid(
      file,
      lines,
      message('A quoted value doesn’t end here as it should. Check its quotation marks.'),
      error,
    )
  }
}

function columnsOf({ cells, line }: CsvRecord, file: string): (HeaderName | null)[] {
  const columns = cells.map((cell) => headerNames.find((name) => name === cell.trim().toLowerCase()) ?? null)
  const unknown = cells.find((cell, at) => columns[at] === null && cell.trim() !== '')
  const has = (name: HeaderName) => columns.includes(name)
  if (unknown !== undefined) {
    throw invalid(
      file,
      line,
      message('The column “{name}” is unknown. Use {names}.', { name: unknown.trim(), names: headerNames.join(', ') }),
    )
  }
  if (!has('question')) throw invalid(file, line, message('The column “{name}” is missing.', { name: 'question' }))
  if (!has('expected_sql') && !has('expected_rows')) {
    throw invalid(file, line, message('Add a column “expected_sql” or “expected_rows”.'))
  }
  return columns
}

function readQuestion(
  textOf: (name: HeaderName) => string,
  failure: (problem: Message, cause?: unknown) => FormatError,
  line: number,
): CsvQuestion {
  const [question, expectedSql, rows] = [textOf('question'), textOf('expected_sql'), textOf('expected_rows')]
  if (question === '') throw failure(message('“{key}” is empty.', { key: 'question' }))
  if (question.length > questionMaxLength) {
    throw failure(message('The question is longer than {most} characters.', { most: questionMaxLength }))
  }
  if ((expectedSql === '') === (rows === '')) {
    throw failure(message('Fill in either “expected_sql” or “expected_rows”.'))
  }
  if (new TextEncoder().encode(expectedSql).length > maxSqlBytes) {
    throw failure(message('The expected SQL is longer than {size} KB.', { size: maxSqlBytes / 1024 }))
  }
  return {
    line,
    question,
    expectedSql: expectedSql === '' ? null : expectedSql,
    expectedRows: rows === '' ? null : readRows(rows, failure),
    tags: [
      ...new Set(
        textOf('tags')
          .split(/[;,]/)
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      ),
    ],
  }
}

function readRows(json: string, failure: (problem: Message, cause?: unknown) => FormatError): ComparedResult {
  try {
    return parseExpectedRows(json)
  } catch (error) {
    if (error instanceof FormatError)
      throw failure(message('“expected_rows”: {problem}', { problem: error.detail }), error)
    throw error
  }
}
