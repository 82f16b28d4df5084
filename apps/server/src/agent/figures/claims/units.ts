import { textBefore } from '../../plain-text.ts'
import type { Meaning } from '../meanings.ts'
import type { Mention, Statement } from '../statement.ts'
import { unitAfter, unitOfName } from '../measures.ts'

const currencies: [string, RegExp][] = [
  ['usd', /\$|\bdollars?\b|\bUSD\b|\bdólares\b/iu],
  ['eur', /€|\beuros?\b|\bEUR\b/iu],
  ['gbp', /£|\bpounds?\b|\bGBP\b/iu],
  ['jpy', /¥|\byen\b|\bJPY\b/iu],
  ['chf', /\bCHF\b|\bfrancs\b|\bfranken\b/i],
  ['inr', /₹|\brupees?\b|\bINR\b/iu],
]
const currencyInNames: [string, RegExp][] = [
  ['usd', /(?:^|[_\s(])(?:[mk]?usd|dollars?)(?:$|[_\s)])|\$/i],
  ['eur', /(?:^|[_\s(])(?:[mk]?eur|euros?)(?:$|[_\s)])|€/i],
  ['gbp', /(?:^|[_\s(])(?:[mk]?gbp|pounds?)(?:$|[_\s)])|£/i],
  ['jpy', /(?:^|[_\s(])(?:jpy|yen)(?:$|[_\s)])|¥/i],
  ['chf', /(?:^|[_\s(])(?:[mk]?chf)(?:$|[_\s)])/i],
  ['inr', /(?:^|[_\s(])(?:inr)(?:$|[_\s)])|₹/i],
]
const scaleAfter =
  /^\s?(thousand|million|billion|k|m|bn|tausend|mio|millionen|mrd|milliarden|millones|millions|milliards?|milioni|miliardi|milhões|bilhões)(?!\p{L})/iu
const scaleFactors: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  tausend: 1e3,
  billion: 1e9,
  bn: 1e9,
  mrd: 1e9,
  milliarden: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  miliardi: 1e9,
  bilhões: 1e9,
}
/** Shares of a whole can be added up; rates can't. */
const shareName = /share|proportion|anteil|cuota|proporci[oó]n|(?:percent|pct)_of/i
const moneyAfter = /^\s?(?:(?:thousand|million|billion|millionen|milliarden) )?\S{1,8}/i
const european =
  /(?<!\p{L})(?:der|die|das|und|ist|hat|mit|von|im|kostet|kosten|als|pro|mehr|el|los|las|del|con|le|les|des|il|gli|della|o|os|em|com)(?!\p{L})/iu
const english = /\b(?:the|is|are|was|were|has|had|of|with|and|costs?|made|earned|there)\b/i

/** Why a figure doesn't have the unit that is written beside it; null if it may have it. */
export function unitProblem(statement: Statement, mention: Mention, meanings: readonly Meaning[]): string | null {
  const { text } = statement
  const shown = text.slice(mention.start, mention.end)
  const before = textBefore(text, mention.start)
  const after = text.slice(mention.end, mention.end + 30)
  const isPercent =
    shown.endsWith('%') || mention.kind === 'percent' || meanings.every(({ op }) => op === 'share' || op === 'change')
  if (
    !isPercent &&
    /^\s?(?:%|percent\b|per cent\b|prozent\b|por ciento\b|pour cent\b)/i.test(after) &&
    meanings.every(
      ({ column, op }) =>
        (op === 'sum' && !(column && shareName.test(column.name))) ||
        op === 'count' ||
        column === null ||
        !column.isPercent ||
        column.isFraction,
    )
  ) {
    return `${shown} is not a percentage. Use share or change for one.`
  }
  const scale = mention.isTyped ? null : scaleAfter.exec(after)?.[1]?.toLowerCase()
  if (scale && !meanings.some(({ column }) => column?.scale === (scaleFactors[scale] ?? 1e6)))
    return `${shown} is not in ${scale}.`
  const money = currencies.find(
    ([, pattern]) => pattern.test(before.slice(-2)) || pattern.test(moneyAfter.exec(after)?.[0] ?? ''),
  )
  if (money) {
    if (
      isPercent ||
      meanings.every(
        ({ op, column }) =>
          op === 'count' || op === 'rank' || (column !== null && (column.isCount || column.isPercent)),
      )
    )
      return `${shown} is not an amount of money.`
    const known = knownCurrencies(statement)
    const isExpected =
      known.size > 0 ? known.has(money[0]) : money[0] === (european.test(text) && !english.test(text) ? 'eur' : 'usd')
    if (!isExpected) return `Nothing says that ${shown} is in this currency.`
  }
  return meanings.every((meaning) => hasOtherUnit(after, meaning)) ? `${shown} has another unit.` : null
}

function knownCurrencies({ facts, question }: Statement): Set<string> {
  const units = facts.columns.flatMap(({ step, index }) => step.result.columns[index]?.format?.unit ?? [])
  const names = facts.columns.map(({ name }) => name)
  const texts = [question, ...units, ...names, ...facts.steps.map(({ sql }) => sql)]
  return new Set(currencyInNames.flatMap(([name, pattern]) => (texts.some((one) => pattern.test(one)) ? [name] : [])))
}

function hasOtherUnit(after: string, { column }: Meaning): boolean {
  const written = unitAfter(after)
  const own = written && column ? unitOfName(column.name, written.quantity) : null
  return own !== null && own.factor !== written?.factor
}
