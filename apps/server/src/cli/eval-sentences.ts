import type { EvalArguments } from './eval-arguments.ts'
import type { EvalContext, EvalReport } from './eval-command.ts'
import { percent } from './eval-report.ts'
import { formatTable } from './print-table.ts'
import { isShown, readSentences, sentenceGroups, type SentenceCase } from './sentence-cases.ts'

/** How often sentences were judged wrong. */
export interface SentenceRates {
  /** Untrue sentences that an answer would show. */
  shown: number
  untrue: number
  /** True sentences that an answer would leave out. */
  removed: number
  true: number
}

/** Judges recorded sentences about recorded results, and reports how many untrue ones are shown and true ones removed. */
export async function run(options: EvalArguments, { dataFolder, progress }: EvalContext): Promise<EvalReport> {
  const all = await readSentences(dataFolder)
  const cases = options.database === null ? all : all.filter(({ file }) => file.startsWith(options.database ?? ''))
  const wrong: SentenceCase[] = []
  for (const [at, one] of cases.entries()) {
    if (isShown(one) !== one.isTrue) wrong.push(one)
    progress(at + 1, cases.length)
  }
  const groups = sentenceGroups.map((name) => ({ name, rates: ratesOf(name, cases, wrong) }))
  const parts = [
    ...(options.wrong ? [wrong.map(describe).join('\n')] : []),
    groupTable(groups),
    kindTable(cases, wrong),
  ]
  return {
    text: parts.join('\n\n'),
    json: { groups: Object.fromEntries(groups.map(({ name, rates }) => [name, rates])) },
    failures: [],
  }
}

function ratesOf(
  group: SentenceCase['group'],
  cases: readonly SentenceCase[],
  wrong: readonly SentenceCase[],
): SentenceRates {
  const count = (list: readonly SentenceCase[], isTrue: boolean) =>
    list.filter((one) => one.group === group && one.isTrue === isTrue).length
  return {
    shown: count(wrong, false),
    untrue: count(cases, false),
    removed: count(wrong, true),
    true: count(cases, true),
  }
}

function describe({ isTrue, file, kind, sentence }: SentenceCase): string {
  return `${isTrue ? 'removed' : 'shown'} · ${file} · ${kind} · ${JSON.stringify(sentence)}`
}

function groupTable(groups: readonly { name: string; rates: SentenceRates }[]): string {
  return formatTable(
    columnsOf(['sentences', 'untrue', 'shown', 'shown %', 'true', 'removed', 'removed %']),
    groups.map(({ name, rates }) => [
      name,
      rates.untrue,
      rates.shown,
      shareOf(rates.shown, rates.untrue),
      rates.true,
      rates.removed,
      shareOf(rates.removed, rates.true),
    ]),
  )
}

/** The kinds with wrong judgments. */
function kindTable(cases: readonly SentenceCase[], wrong: readonly SentenceCase[]): string {
  const nameOf = ({ isTrue, kind }: SentenceCase) => `${isTrue ? 'true' : 'untrue'}: ${kind}`
  const kinds = [...new Set(wrong.map(nameOf))].toSorted()
  const count = (list: readonly SentenceCase[], name: string) => list.filter((one) => nameOf(one) === name).length
  return formatTable(
    columnsOf(['kind', 'sentences', 'wrong']),
    kinds.map((name) => [name, count(cases, name), count(wrong, name)]),
  )
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '–' : percent(part / whole)
}

function columnsOf(names: string[]) {
  return names.map((name) => ({ name, dataType: '', kind: 'other' as const }))
}
