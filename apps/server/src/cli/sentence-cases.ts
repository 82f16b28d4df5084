import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Row } from '@parlance/contract'
import { driverFor, fileManifest, type Connection } from '@parlance/drivers'
import { AnswerText } from '../agent/figures/answer-text.ts'
import { KnownWords } from '../agent/figures/unknown-names.ts'
import type { Step } from '../agent/figures/step.ts'
import { createGrounding } from '../agent/grounding.ts'
import { createSampleDatabase } from '../features/wizard/sample-database/create-sample-database.ts'
import { readWithin } from './read-rows.ts'

/**
 * `tuned` and `development` sentences may guide a change of the checks. The checks were made with the first, and changed in
 * general ways with the second. `held-out` ones only measure them. `long` ones are from whole answers with references and
 * make several claims each; they may guide a change, and `long-held-out` ones only measure it.
 */
export const sentenceGroups = ['tuned', 'development', 'held-out', 'long', 'long-held-out'] as const
export type SentenceGroup = (typeof sentenceGroups)[number]

/** The results of one question, and what a model might say about them. */
interface SentenceFile {
  /** `demo`, or a database of the development data: `northwind`, `spider/NAME`; absent if the results are in the file. */
  database?: string
  question: string
  queries?: string[]
  results?: StoredResult[]
  /** The results that were cut. */
  cut?: string[]
  true: Record<string, string | string[]>
  untrue: Record<string, string | string[]>
}

interface StoredResult {
  columns: string[]
  rows: Row[]
  masked?: string[]
  sql?: string
}

export interface SentenceCase {
  group: SentenceGroup
  /** The file that it is from. */
  file: string
  kind: string
  isTrue: boolean
  sentence: string
  question: string
  steps: readonly Step[]
}

const folder = resolve(import.meta.dirname, '../../eval/sentences')
const sample = 'demo'
/** The last day of the sample database's orders. */
const sampleDay = '2026-11-26'
const mostRows = 1_000
const timeoutMs = 30_000

/**
 * Reads the sentences, and runs the queries that they are about.
 * @param data the folder of the development data; without it, only sentences whose results are in their file are read
 */
export async function readSentences(data: string | null): Promise<SentenceCase[]> {
  const cases: SentenceCase[] = []
  for (const group of sentenceGroups.filter((name) => existsSync(join(folder, name)))) {
    for (const file of readdirSync(join(folder, group)).toSorted()) {
      const read = JSON.parse(readFileSync(join(folder, group, file), 'utf8')) as SentenceFile
      const steps = await stepsOf(read, data)
      if (steps === null) continue
      for (const isTrue of [true, false]) {
        for (const [kind, sentences] of Object.entries(isTrue ? read.true : read.untrue)) {
          for (const sentence of [sentences].flat()) {
            cases.push({ group, file, kind, isTrue, sentence, question: read.question, steps })
          }
        }
      }
    }
  }
  return cases
}

async function stepsOf(
  { database, queries = [], results = [], cut = [] }: SentenceFile,
  data: string | null,
): Promise<Step[] | null> {
  if (database === undefined) return results.map((result, at) => storedStep(`r${at + 1}`, result))
  if (data === null && database !== sample) return null
  const temporary = mkdtempSync(join(tmpdir(), 'parlance-sentences-'))
  const path = pathOf(database, data ?? '', temporary)
  try {
    if (database === sample) await createSampleDatabase(path, { today: sampleDay })
    const connection = await (await driverFor(fileManifest.kind)).connect({ database: path })
    const steps: Step[] = []
    try {
      for (const sql of queries) steps.push(await queriedStep(connection, { id: `r${steps.length + 1}`, sql, cut }))
    } finally {
      await connection.close()
    }
    return steps
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function pathOf(database: string, data: string, temporary: string): string {
  if (database === sample) return join(temporary, 'sample.sqlite')
  const [folder, name] = database.split('/')
  return name === undefined
    ? join(data, database, `${database}.sqlite`)
    : join(data, `${folder}-train/sqlite/${name}.sqlite`)
}

async function queriedStep(
  connection: Connection,
  { id, sql, cut }: { id: string; sql: string; cut: string[] },
): Promise<Step> {
  const { columns, rows } = await readWithin(connection, sql, { timeoutMs, maxRows: mostRows, maxBytes: null })
  return { id, sql, result: { columns, rows, truncated: cut.includes(id) }, masked: new Set() }
}

function storedStep(id: string, { columns: names, rows, masked = [], sql = '' }: StoredResult): Step {
  const columns = names.map((name, index) => {
    const kind = rows.some((row) => typeof row[index] === 'number') ? ('number' as const) : ('text' as const)
    return { name, dataType: '', kind }
  })
  return {
    id,
    sql,
    result: { columns, rows, truncated: false },
    masked: new Set(masked.map((name) => names.indexOf(name))),
  }
}

/** Whether an answer that is only this sentence would show it. */
export function isShown({ sentence, question, steps }: SentenceCase): boolean {
  const sources = { results: steps.map(({ result }) => result), texts: [question], sql: steps.map(({ sql }) => sql) }
  const text = new AnswerText({
    steps,
    words: createGrounding({ ...sources, allowsCells: false }),
    known: new KnownWords(steps, [question]),
    emit: () => {},
  })
  text.push(sentence)
  const checked = text.end()
  return checked.omitted === 0 && checked.text !== ''
}
