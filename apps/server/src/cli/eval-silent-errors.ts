import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isHeldOut } from '@parlance/evaluation'
import { createParserPool, type ParserPool } from '../door/parser-pool.ts'
import { readDevelopmentData } from './development-data.ts'
import type { EvalArguments } from './eval-arguments.ts'
import type { EvalContext, EvalReport } from './eval-command.ts'
import { chooseQuestions } from './eval-sample.ts'
import { mutations } from './silent-errors/mutations.ts'
import { openChecker, type CheckedQuery, type Checker } from './silent-errors/open-checker.ts'
import { Scores, type QuerySource } from './silent-errors/scores.ts'

/** Two queries for one question about a database of the development data. */
export interface WrittenPair {
  database: string
  question: string
  right: string
  wrong: string
}

/** @returns the pairs that were written by hand */
export function readPairs(): WrittenPair[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'silent-errors/pairs.json'), 'utf8')) as WrittenPair[]
}

/** Runs right queries and the same with a mistake, and counts the results that have a warning. */
export async function run(options: EvalArguments, context: EvalContext): Promise<EvalReport> {
  const { dataFolder, progress } = context
  const { questions, fileOf } = readDevelopmentData(dataFolder)
  const asked = questions.filter(({ wording }) => wording === 'questions')
  const chosen = chooseQuestions(asked, options)
  const scores = new Scores()
  const parsers = context.parsers ?? createParserPool()
  let done = 0
  try {
    for (const [database, own] of Map.groupBy(chosen, (one) => one.database)) {
      await eachOf(own, fileOf(database), { ...context, parsers }, async (checker, { question, expectedSql }) => {
        await checkMutations({ database, question, sql: expectedSql }, checker, scores)
        progress(++done, chosen.length)
      })
    }
    for (const [database, pairs] of Map.groupBy(readPairs(), (one) => one.database)) {
      const file = join(dataFolder, database, `${database}.sqlite`)
      await eachOf(pairs, file, { ...context, parsers }, (checker, pair) => checkPair(pair, checker, scores))
    }
  } finally {
    if (!context.parsers) await parsers.close()
  }
  return scores.report(options.wrong)
}

async function eachOf<Item>(
  items: readonly Item[],
  file: string,
  context: EvalContext & { parsers: ParserPool },
  check: (checker: Checker, item: Item) => Promise<void>,
): Promise<void> {
  if (context.signal.aborted) return
  const checker = await openChecker(file, context)
  try {
    for (const item of items) if (!context.signal.aborted) await check(checker, item)
  } finally {
    await checker.close()
  }
}

interface Asked {
  database: string
  question: string
  sql: string
}

async function checkMutations(asked: Asked, checker: Checker, scores: Scores): Promise<void> {
  const { database, question, sql } = asked
  const right = await checker.check(question, sql)
  if (!right) return
  const source: QuerySource = isHeldOut(database) ? 'held-out databases' : 'other databases'
  scores.add({ ...asked, source, mistake: null }, right)
  for (const [mistake, mutate] of Object.entries(mutations)) {
    const twin = mutate(sql, checker.catalogue)
    if (!twin) continue
    const wrong = await checker.check(question, twin.wrong)
    const expected = twin.right === sql ? right : await checker.check(question, twin.right)
    // Some mistakes change nothing in these rows.
    if (!wrong || !expected || rowsOf(wrong) === rowsOf(expected)) continue
    scores.add({ ...asked, sql: twin.wrong, source, mistake }, wrong)
  }
}

async function checkPair(pair: WrittenPair, checker: Checker, scores: Scores): Promise<void> {
  const source = 'written pairs'
  for (const [mistake, sql] of [
    [null, pair.right],
    ['written by hand', pair.wrong],
  ] as const) {
    const checked = await checker.check(pair.question, sql)
    if (checked) scores.add({ ...pair, sql, source, mistake }, checked)
  }
}

function rowsOf({ rows }: CheckedQuery): string {
  return JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())
}
