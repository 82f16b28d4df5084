import { optionalText, readJsonEntries, requiredText, type JsonEntry } from './read-json.ts'

/** A question of a public benchmark. */
export interface BenchmarkQuestion {
  id: string
  /** The name of its database. */
  database: string
  question: string
  /** What the asker must know about the data: BIRD's evidence. */
  context: string | null
  expectedSql: string
  tags: string[]
}

/** Public benchmarks whose files can be read as published. */
export const benchmarkNames = ['spider', 'bird'] as const
export type BenchmarkName = (typeof benchmarkNames)[number]

/**
 * Reads the questions of a benchmark: `dev.json` or `train_spider.json` of Spider, `dev.json`, `train.json`, or
 * `mini_dev_sqlite.json` of BIRD.
 * @param file its name, for errors
 * @throws FormatError with file, line, and key
 */
export function readBenchmarkQuestions(name: BenchmarkName, text: string, file: string): BenchmarkQuestion[] {
  return readJsonEntries(text, file).map((entry, at) =>
    name === 'spider' ? spiderQuestion(entry, at) : birdQuestion(entry, at),
  )
}

function spiderQuestion(entry: JsonEntry, at: number): BenchmarkQuestion {
  return {
    id: `${entry.file}#${at + 1}`,
    database: requiredText(entry, 'db_id'),
    question: requiredText(entry, 'question'),
    context: null,
    expectedSql: requiredText(entry, 'query'),
    tags: [],
  }
}

function birdQuestion(entry: JsonEntry, at: number): BenchmarkQuestion {
  const difficulty = optionalText(entry, 'difficulty')
  const { question_id: id } = entry.values
  return {
    id: typeof id === 'number' || typeof id === 'string' ? String(id) : `${entry.file}#${at + 1}`,
    database: requiredText(entry, 'db_id'),
    question: requiredText(entry, 'question'),
    context: optionalText(entry, 'evidence'),
    expectedSql: requiredText(entry, 'SQL'),
    tags: difficulty === null ? [] : [difficulty],
  }
}
