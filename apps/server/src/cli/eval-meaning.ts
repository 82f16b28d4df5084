import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { areaJoinSchema, definitionsSchema } from '@parlance/contract'
import { summarize } from '@parlance/evaluation'
import { tableSql } from '@parlance/sql'
import type { SemanticModel } from '@parlance/semantics'
import { z } from 'zod'
import { createSampleDatabase } from '../features/wizard/sample-database/create-sample-database.ts'
import type { EvalArguments } from './eval-arguments.ts'
import { openEngine } from './eval-builtin.ts'
import type { EvalContext, EvalReport } from './eval-command.ts'
import { evaluate, type EvalQuestion, type EvaluatedQuestion } from './eval-questions.ts'
import { percent, reportRuns } from './eval-report.ts'
import { chooseQuestions } from './eval-sample.ts'

const folder = resolve(import.meta.dirname, '../../../../packages/engine/eval/meaning')

/** The databases with definitions. No rule of the engine was made after looking at the questions of the held-out one. */
const databases = ['chinook', 'northwind', 'shop', 'sakila'] as const
const heldOut = 'sakila'
type Database = (typeof databases)[number]

const fileSchema = z.strictObject({
  /** The value of today in its questions. */
  today: z.iso.date(),
  joins: z.array(areaJoinSchema),
  definitions: definitionsSchema,
  questions: z.array(z.strictObject({ question: z.string(), sql: z.string() })),
})
type MeaningFile = z.infer<typeof fileSchema>

/** Asks business questions that need definitions, with the definitions and without them. */
export async function run(options: EvalArguments, context: EvalContext): Promise<EvalReport> {
  const files = new Map(databases.map((name) => [name, readFile(name)] as const))
  const all = databases.flatMap((database) =>
    (files.get(database)?.questions ?? []).map((one) => questionOf(database, one)),
  )
  const chosen = chooseQuestions(all, options)
  const sample = mkdtempSync(join(tmpdir(), 'parlance-meaning-'))
  try {
    const shop = join(sample, 'shop.sqlite')
    await createSampleDatabase(shop, { today: files.get('shop')?.today ?? '' })
    const fileOf = (database: string) =>
      database === 'shop' ? shop : join(context.dataFolder, database, `${database}.sqlite`)
    const asked = { chosen, files, fileOf, context }
    const withDefinitions = await ask({ ...asked, isDefined: true })
    const without = await ask({ ...asked, isDefined: false })
    return reportBoth(withDefinitions, without, options)
  } finally {
    rmSync(sample, { recursive: true, force: true })
  }
}

interface Asked {
  chosen: readonly EvalQuestion[]
  files: ReadonlyMap<string, MeaningFile>
  fileOf: (database: string) => string
  context: EvalContext
  isDefined: boolean
}

async function ask({ chosen, files, fileOf, context, isDefined }: Asked): Promise<EvaluatedQuestion[]> {
  const { config, signal, progress } = context
  const results: EvaluatedQuestion[] = []
  for (const [database, questions] of Map.groupBy(chosen, (one) => one.database)) {
    const file = files.get(database)
    if (file === undefined) continue
    const modelFor = isDefined ? (catalogue: Parameters<typeof modelOf>[1]) => modelOf(file, catalogue) : undefined
    const run = evaluate(questions, {
      config,
      signal,
      fileOf,
      open: (_, connection) => openEngine(connection, { config, today: file.today, modelFor }),
    })
    for await (const result of run) {
      results.push(result)
      progress(results.length, chosen.length)
    }
  }
  return results
}

/** The definitions over all tables of the database. */
function modelOf({ joins, definitions }: MeaningFile, catalogue: Parameters<typeof tableSql>[1]): SemanticModel {
  const tables = catalogue.tables.map((entry) => ({
    name: entry.name,
    sql: tableSql({ schema: entry.schema, table: entry.name }, catalogue) ?? '',
    entry,
    masked: new Set<string>(),
  }))
  return { dialect: catalogue.dialect, tables, joins, definitions, versionOf: () => null }
}

function reportBoth(
  withDefinitions: readonly EvaluatedQuestion[],
  without: readonly EvaluatedQuestion[],
  options: EvalArguments,
): EvalReport {
  const groupsOf = (results: readonly EvaluatedQuestion[]) =>
    databases.map((name) => ({
      name: name === heldOut ? `${name} (held out)` : name,
      results: results.filter(({ question }) => question.database === name),
    }))
  const report = reportRuns(groupsOf(withDefinitions), options)
  const shares = groupsOf(without).map(({ name, results }) => {
    const { right, wrong } = summarize(results)
    return `  ${name}: ${percent(right / results.length)} right and ${percent(wrong / results.length)} wrong of ${results.length}`
  })
  const { rightShare, wrong } = summarize(without)
  const text = [
    `Without the definitions, ${percent(rightShare)} are right and ${percent(wrong / without.length)} are wrong:`,
    ...shares,
  ].join('\n')
  return {
    ...report,
    text: `${report.text}\n\n${text}`,
    json: { ...report.json, without: summarize(without) },
  }
}

function questionOf(database: Database, { question, sql }: MeaningFile['questions'][number]): EvalQuestion {
  return { database, question, context: null, expectedSql: sql }
}

function readFile(database: Database): MeaningFile {
  return fileSchema.parse(JSON.parse(readFileSync(join(folder, `${database}.json`), 'utf8')))
}
