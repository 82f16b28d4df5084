import { message, formatMessage, type ResultColumn } from '@parlance/contract'
import { constructs, constructsOf, outcomes, summarize, type RunSummary } from '@parlance/evaluation'
import type { EvalArguments } from './eval-arguments.ts'
import type { EvalReport } from './eval-command.ts'
import type { EvaluatedQuestion } from './eval-questions.ts'
import { formatTable } from './print-table.ts'

/** Results that are reported under one name. */
export interface EvalGroup {
  name: string
  results: readonly EvaluatedQuestion[]
}

/** Reports runs: sentences and a table of constructs for all of them, a table of the groups, and questions on request. */
export function reportRuns(
  groups: readonly EvalGroup[],
  { wrong, declined, floor }: Pick<EvalArguments, 'wrong' | 'declined' | 'floor'>,
): EvalReport {
  const all = groups.flatMap(({ results }) => results)
  const summary = summarize(all)
  const byConstruct = constructs.flatMap((name) => {
    const results = all.filter(({ question }) => constructsOf(question.expectedSql).includes(name))
    return results.length === 0 ? [] : [{ name, results }]
  })
  const listed = all.filter(({ outcome }) =>
    outcome === 'declined' ? declined : wrong && (outcome === 'wrong' || outcome === 'failed'),
  )
  const parts = [
    ...listed.map(describeQuestion),
    describeRun(summary, all),
    ...(groups.length > 1 ? [tableOf('set', groups)] : []),
    tableOf('construct', byConstruct),
  ]
  const share = (summary.rightShare ?? 0) * 100
  return {
    text: parts.join('\n\n'),
    json: {
      summary,
      sets: Object.fromEntries(groups.map(({ name, results }) => [name, summarize(results)])),
      constructs: Object.fromEntries(byConstruct.map(({ name, results }) => [name, summarize(results)])),
      ...(listed.length > 0 ? { questions: listed } : {}),
    },
    failures:
      floor !== null && share < floor ? [`${percent(summary.rightShare)} are right, which is below ${floor} %.`] : [],
  }
}

function describeRun(summary: RunSummary, results: readonly EvaluatedQuestion[]): string {
  const databases = new Set(results.map(({ question }) => question.database)).size
  const counted = outcomes.map((outcome) => {
    const share = percent(results.length === 0 ? null : summary[outcome] / results.length)
    return `${outcome[0]?.toUpperCase()}${outcome.slice(1)}: ${count(summary[outcome])} (${share}).`
  })
  const more = results.filter(({ columns }) => columns === 'more').length
  const reordered = results.filter(({ columns }) => columns === 'reordered').length
  return [
    formatMessage(
      message(
        '{questions, plural, one {# question} other {# questions}} about {databases, plural, one {# database} other {# databases}}.',
        { questions: results.length, databases },
      ),
    ),
    `${counted.join(' ')} With a warning: ${count(summary.warned)}.`,
    ...(summary.precision === null
      ? []
      : [
          `Of the answers, ${percent(summary.precision)} are right: ${count(more)} with more columns than expected, and ${count(reordered)} with the columns in another order.`,
        ]),
    ...(summary.medianMs === null
      ? []
      : [`The median time is ${count(summary.medianMs)} ms, and 95 % took ${count(summary.p95Ms ?? 0)} ms or less.`]),
    ...(summary.modelCalls > 0
      ? [
          `Model calls: ${count(summary.modelCalls)}. Tokens: ${count(summary.inputTokens)} in, ${count(summary.outputTokens)} out.`,
        ]
      : []),
  ].join('\n')
}

function tableOf(title: string, groups: readonly EvalGroup[]): string {
  const names = [title, 'questions', ...outcomes, 'right of all', 'right of answered']
  const columns = names.map((name): ResultColumn => ({ name, dataType: '', kind: name === title ? 'text' : 'number' }))
  const rows = groups.map(({ name, results }) => {
    const summary = summarize(results)
    const counts = outcomes.map((outcome) => count(summary[outcome]))
    return [name, count(results.length), ...counts, percent(summary.rightShare), percent(summary.precision)]
  })
  return formatTable(columns, rows)
}

function describeQuestion({ question, outcome, sql, reason }: EvaluatedQuestion): string {
  const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return [
    `${outcome}: ${question.database}: ${line(question.question)}`,
    `  expected: ${line(question.expectedSql)}`,
    ...(sql === null ? [] : [`  answered: ${line(sql)}`]),
    ...(reason === null ? [] : [`  reason:   ${line(reason)}`]),
  ].join('\n')
}

const count = (number: number): string => number.toLocaleString('en-US')

/** A share from 0 to 1 as text; a dash if there is nothing to share. */
export const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`)
