import type { FactColumn } from '../facts.ts'
import { isLaterThan } from '../related-columns.ts'
import { isWithin, spokenColumns, type Statement } from '../statement.ts'
import { textBefore } from '../../plain-text.ts'
import { inWords, type Condition } from './condition.ts'

/** Words that compare a number with the target, budget, or limit of the same row, and what the difference then is. */
const verbs: { pattern: RegExp; holds: Condition['holds'] }[] = [
  {
    pattern: /(?<!\p{L})(?:met|reached|hit|at) or (?:exceeded|beat|surpassed|above|over)(?!\p{L})/iu,
    holds: (value) => value >= 0,
  },
  {
    pattern:
      /(?<!\p{L})(?:(?:did|do|does)(?:n['’]t| not) (?:reach|meet|hit|achieve|make|earn back|recoup|cover|recover)|miss(?:ed|es)?|f[ae]ll(?:s|en)? short of|below|under|no (?:lleg(?:ó|aron)|alcanz(?:ó|aron)|cumpli(?:ó|eron))|verfehl\p{L}*|n['’]ont pas atteint|n['’]a pas atteint)(?!\p{L})/iu,
    holds: (value) => value < 0,
  },
  {
    pattern: /(?<!\p{L})(?:exactly (?:met|hit|reached|on)|(?:met|hit|reached)(?= .{1,40} exactly))(?!\p{L})/iu,
    holds: (value) => value === 0,
  },
  {
    pattern:
      /(?<!\p{L})(?:exceed(?:s|ed)?|beat(?:s|en)?|surpass(?:es|ed)?|top(?:s|ped)|outperform(?:s|ed)?|above|over|super(?:a|an|ó|aron)|übertr\p{L}+|dépass\p{L}+)(?!\p{L})/iu,
    holds: (value) => value > 0,
  },
  {
    pattern:
      /(?<!\p{L})(?:reach(?:es|ed)?|me?et(?:s)?|hits?|achiev(?:es|ed)|earn(?:s|ed) back|recoup(?:s|ed)|cover(?:s|ed)|lleg(?:ó|aron) a|alcanz(?:ó|aron)|cumpli(?:ó|eron)|erreich\p{L}*|atteint|atteignent)(?!\p{L})/iu,
    holds: (value) => value >= 0,
  },
]
/** What a row is compared with: “its goal”, “the budget”, “al objetivo”. */
const targetAfter =
  /^\s(?:(?:its|their|his|her|the|own|sales|su|sus|el|los|al|ihr\p{L}*|sein\p{L}*|das|son|leurs?|l)[\s'’])*(\p{L}+)/iu
const farthest = 40
/** “needs 700 to reach its goal”: it hasn't reached it. */
const stillToReach = /(?<!\p{L})(?:needs?|miss\p{L}*|short|left|remain\p{L}*|fail\p{L}*|yet) [^.;]{0,30}to $/iu

/** “reached its goal”, “missed the target”, “over budget”: against the other column of the same kind. */
export function targetsIn(statement: Statement): Condition[] {
  const { text } = statement
  for (const { pattern, holds } of verbs) {
    const match = pattern.exec(text)
    if (!match || stillToReach.test(textBefore(text, match.index))) continue
    const end = match.index + match[0].length
    const noun = targetAfter.exec(text.slice(end, end + farthest))
    if (!noun) continue
    const part = { start: end, end: end + noun[0].length }
    const [target, ...more] = spokenColumns(statement, part)
    if (!target || more.length > 0 || !isTarget(target)) continue
    const columns = reachedBy(statement, { target, end: part.end })
    if (columns.length > 0)
      return [
        inWords(
          match,
          holds,
          columns.map((one) => differenceOf(one, target)),
        ),
      ]
  }
  return []
}

/** Whether a column holds what is to be reached, or not to be passed. */
function isTarget({ concepts }: FactColumn): boolean {
  return concepts.has('target') || concepts.has('budget')
}

/** The columns that may reach a target: those that the sentence speaks of, else the only one of its kind. */
function reachedBy(statement: Statement, { target, end }: { target: FactColumn; end: number }): FactColumn[] {
  const { facts, words } = statement
  const partners = facts.derived.flatMap(({ relation, of: [one, other] }) =>
    other === target && (relation === 'gap' || relation === 'change') ? [one] : [],
  )
  const outside = { ...statement, words: words.filter((word) => !isWithin(word, { start: 0, end })) }
  const spoken = spokenColumns(outside, { start: 0, end: statement.text.length }, partners)
  const own = spoken.length > 0 ? spoken : partners
  return own.filter((one) => !own.some((other) => isLaterThan(other, one)))
}

function differenceOf(one: FactColumn, other: FactColumn): FactColumn {
  return {
    ...one,
    numbers: one.numbers.map((value, row) => {
      const second = other.numbers[row] ?? null
      return value === null || second === null ? null : value - second
    }),
  }
}
