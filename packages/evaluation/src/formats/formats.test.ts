import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { readBenchmark } from './benchmark-folder.ts'
import { readBenchmarkQuestions } from './benchmark-questions.ts'
import { parseExpectedRows } from './expected-rows.ts'
import { FormatError } from './format-error.ts'
import { parseQuestionCsv, questionCsvTemplate } from './question-csv.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-formats-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function problemOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
  return 'no error'
}

const spider = (text: string) => () => readBenchmarkQuestions('spider', text, 'dev.json')
const bird = (text: string) => () => readBenchmarkQuestions('bird', text, 'dev.json')

describe('the questions of a benchmark', () => {
  it('are read as Spider publishes them', () => {
    const published = [
      {
        db_id: 'concert_singer',
        query: 'SELECT count(*) FROM singer',
        query_toks: ['SELECT', 'count', '(', '*', ')', 'FROM', 'singer'],
        query_toks_no_value: ['select', 'count', '(', '*', ')', 'from', 'singer'],
        question: 'How many singers do we have?',
        question_toks: ['How', 'many', 'singers', 'do', 'we', 'have', '?'],
        sql: { except: null, from: { conds: [], table_units: [['table_unit', 1]] } },
      },
    ]
    expect(spider(JSON.stringify(published))()).toEqual([
      {
        id: 'dev.json#1',
        database: 'concert_singer',
        question: 'How many singers do we have?',
        context: null,
        expectedSql: 'SELECT count(*) FROM singer',
        tags: [],
      },
    ])
  })

  it('are read as BIRD publishes them, with their evidence as context', () => {
    const published = {
      question_id: 3,
      db_id: 'california_schools',
      question: 'How many schools?',
      evidence: 'Active refers to StatusType.',
      SQL: 'SELECT COUNT(*) FROM schools',
      difficulty: 'simple',
    }
    expect(bird(JSON.stringify([published, { ...published, question_id: 4, evidence: '' }]))()).toMatchObject([
      { id: '3', context: 'Active refers to StatusType.', tags: ['simple'], database: 'california_schools' },
      { id: '4', context: null },
    ])
  })

  it.each([
    ['[]', 'no error'],
    ['{}', 'dev.json, line 1: The file must be a list of questions in square brackets.'],
    ['[\n  {"db_id": "a",\n}]', 'dev.json, line 3: The file isn’t valid JSON here.'],
    ['[', 'dev.json, line 1: The file isn’t valid JSON here.'],
    ['', 'dev.json, line 1: The file isn’t valid JSON here.'],
    ['[\n 5]', 'dev.json, line 2: Each question must be an object in braces.'],
    [
      '[\n{"db_id": "a", "question": "[q\\",", "query": "s", "sql": [[1,\n2]]},\n\n{"db_id": "a", "question": "q"}]',
      'dev.json, line 5: “query” is missing. Add it to the question.',
    ],
    ['[{"db_id": 5}]', 'dev.json, line 1: “db_id” must be a text that isn’t empty.'],
    ['[{"db_id": " "}]', 'dev.json, line 1: “db_id” must be a text that isn’t empty.'],
  ])('that are written as %s are refused with file, line, and key', (text, problem) => {
    expect(problemOf(spider(text))).toBe(problem)
  })

  it('must have texts in optional keys too', () => {
    const text = '[{"db_id": "a", "question": "q", "SQL": "s", "evidence": 5}]'
    expect(problemOf(bird(text))).toBe('dev.json, line 1: “evidence” must be a text.')
  })
})

describe('a CSV file', () => {
  const read = (text: string) => parseQuestionCsv(text, 'q.csv')
  const problem = (text: string) => problemOf(() => read(text))

  it('can start from the template', () => {
    expect(read(questionCsvTemplate)).toMatchObject([
      { line: 2, expectedSql: 'SELECT COUNT(*) FROM customers', expectedRows: null, tags: ['customers', 'counts'] },
      {
        line: 3,
        expectedSql: null,
        expectedRows: {
          rows: [
            ['Germany', 12],
            ['Spain', 7],
          ],
        },
        tags: ['orders'],
      },
    ])
  })

  it('can have its columns in any order, names in any case, semicolons, and a byte order mark', () => {
    const text = '\uFEFFTags;EXPECTED_SQL;Question\r\n"a;b";"SELECT 1,\n 2";"Say ""hi"""\r\n\r\nc;SELECT 3;Two?\r\n'
    expect(read(text)).toEqual([
      { line: 2, question: 'Say "hi"', expectedSql: 'SELECT 1,\n 2', expectedRows: null, tags: ['a', 'b'] },
      { line: 5, question: 'Two?', expectedSql: 'SELECT 3', expectedRows: null, tags: ['c'] },
    ])
  })

  it.each([
    ['', 'q.csv, line 1: The file is empty. Start from the template.'],
    [
      'question,sql\nq,s',
      'q.csv, line 1: The column “sql” is unknown. Use question, expected_sql, expected_rows, tags.',
    ],
    ['tags,expected_sql\nq,s', 'q.csv, line 1: The column “question” is missing.'],
    ['question,tags\nq,s', 'q.csv, line 1: Add a column “expected_sql” or “expected_rows”.'],
    ['question,expected_sql\n"a\nb",s\n,s', 'q.csv, line 4: “question” is empty.'],
    ['question,expected_sql\nq,', 'q.csv, line 2: Fill in either “expected_sql” or “expected_rows”.'],
    ['question,expected_rows,expected_sql\nq,[],s', 'q.csv, line 2: Fill in either “expected_sql” or “expected_rows”.'],
    [`question,expected_sql\n${'q'.repeat(20_001)},s`, 'q.csv, line 2: The question is longer than 20000 characters.'],
    [`question,expected_sql\nq,${'s'.repeat(33_000)}`, 'q.csv, line 2: The expected SQL is longer than 32 KB.'],
    [
      'question,expected_sql\nq,"s',
      'q.csv, line 2: A quoted value doesn’t end here as it should. Check its quotation marks.',
    ],
    [
      'question,expected_rows\nq,[[1],[2,3]]',
      'q.csv, line 2: “expected_rows”: Write the expected rows as JSON, for example: [["Germany", 12], ["Spain", 7]]',
    ],
    [`question,expected_sql\n${'q,s\n'.repeat(10_001)}`, 'q.csv, line 1: The file has more than 10000 questions.'],
  ])('with a problem is refused with file, line, and key: %.60s', (text, expected) => {
    expect(problem(text).replaceAll(/(\d),(?=\d{3})/g, '$1')).toBe(expected)
  })
})

describe('expected rows', () => {
  it('are lists, or objects with the same keys in any order', () => {
    expect(parseExpectedRows('[["a", 1, true, null], ["b", 2.5, false, null]]')).toEqual({
      columns: [
        { name: 'column 1', kind: 'text' },
        { name: 'column 2', kind: 'number' },
        { name: 'column 3', kind: 'boolean' },
        { name: 'column 4', kind: 'other' },
      ],
      rows: [
        ['a', 1, true, null],
        ['b', 2.5, false, null],
      ],
    })
    expect(parseExpectedRows('[{"a": 1, "b": "x"}, {"b": "y", "a": 2}]').rows).toEqual([
      [1, 'x'],
      [2, 'y'],
    ])
    expect(parseExpectedRows('[]')).toEqual({ columns: [], rows: [] })
  })

  it('keep large whole numbers exact', () => {
    expect(parseExpectedRows('[[9007199254740993]]').rows).toEqual([['9007199254740993']])
  })

  it.each([
    ['5', /as JSON/],
    ['[5]', /as JSON/],
    ['[[1], [1, 2]]', /same number of values/],
    ['[{"a": 1}, {"b": 1}]', /same columns/],
    ['[{"a": 1}, {"a": 1, "b": 1}]', /same columns/],
    ['[[[1]]]', /must be a text, a number/],
    [`[${'[1],'.repeat(10_000)}[1]]`, /or fewer/],
  ])('such as %.30s are refused', (json, expected) => {
    expect(problemOf(() => parseExpectedRows(json))).toMatch(expected)
  })
})

const data = testDataFolder()

describe.skipIf(data === null)(`a folder as published (${data === null ? testDataReason : 'present'})`, () => {
  const layout = (name: string, files: Record<string, unknown>, databases: string): string => {
    const path = join(folder, name)
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(join(path, file, '..'), { recursive: true })
      writeFileSync(join(path, file), JSON.stringify(content))
    }
    const target = join(path, databases, 'farm', 'farm.sqlite')
    mkdirSync(join(target, '..'), { recursive: true })
    cpSync(join(data ?? '', 'spider-train/sqlite/farm.sqlite'), target)
    return path
  }
  const ofSpider = [{ db_id: 'farm', question: 'How many farms are there?', query: 'SELECT count(*) FROM farm' }]
  const ofBird = [
    { question_id: 0, db_id: 'farm', question: 'q', evidence: 'e', SQL: 'SELECT 1', difficulty: 'simple' },
  ]

  it.each([
    ['spider', 'spider-dev', { 'dev.json': ofSpider, 'tables.json': [] }, 'database'],
    ['spider', 'spider-train', { 'train_spider.json': ofSpider, 'tables.json': [] }, 'database'],
    ['spider', 'unpacked', { 'spider_data/dev.json': ofSpider }, 'spider_data/database'],
    ['bird', 'bird-dev', { 'dev.json': ofBird, 'dev_tables.json': [] }, 'dev_databases'],
    ['bird', 'bird-dated', { 'dev_20240627/dev.json': ofBird }, 'dev_20240627/dev_databases'],
    ['bird', 'bird-train', { 'train/train.json': ofBird }, 'train/train_databases'],
    ['bird', 'mini', { 'MINIDEV/mini_dev_sqlite.json': ofBird }, 'MINIDEV/dev_databases'],
  ] as const)('of %s is read: %s', (name, at, files, databases) => {
    const benchmark = readBenchmark(name, layout(at, files, databases))
    expect(benchmark.questions).toHaveLength(1)
    expect(benchmark.fileOf('farm')).toBe(join(folder, at, databases, 'farm/farm.sqlite'))
  })

  it('can be given as one of its question files', () => {
    const path = layout('one-file', { 'other.json': ofSpider }, 'database')
    expect(readBenchmark('spider', join(path, 'other.json')).questions).toHaveLength(1)
  })

  it('with a missing part is refused with its path', () => {
    const path = layout('incomplete', { 'dev.json': [...ofSpider, { ...ofSpider[0], db_id: '../x' }] }, 'database')
    expect(problemOf(() => readBenchmark('spider', path))).toContain('dev.json has questions about ../x')
    expect(problemOf(() => readBenchmark('bird', path))).toContain('has no folder dev_databases, train_databases')
    expect(problemOf(() => readBenchmark('spider', folder))).toContain('has none of the files dev.json')
    expect(problemOf(() => readBenchmark('spider', join(folder, 'nowhere')))).toContain('There is no folder')
  })
})
