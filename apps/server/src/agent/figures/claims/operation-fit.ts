import { aboveWords, averageWords, belowWords, medianWords, totalWords } from '../cues.ts'
import type { FactColumn } from '../facts.ts'
import type { Meaning, Operation } from '../meanings.ts'
import { textBefore } from '../../plain-text.ts'
import {
  clauseAt,
  commonRows,
  figuresIn,
  groupsOf,
  namesFor,
  textOf,
  type Mention,
  type Statement,
} from '../statement.ts'

const differenceBefore =
  /\b(?:difference|gap|lead(?:s|ing)?|trail(?:s|ing)?|ahead|behind|exceed(?:s|ed)?|beats?|differ(?:s|ed)?)\b[^.;]{0,60}$/i
const byBefore = /(?<!\p{L})(?:by|um|en|de|di)\s(?:about |around |roughly |only |just |etwa |rund )?[$€£¥]?$/iu
const comparedAfter =
  /^["'”’)*_\s€$£%]{0,4}(?:(?!(?:is|was|are|were|has|had|which|that|but|and|while|yet|with|or)(?!\p{L}))\p{L}+\s){0,2}(?:more|fewer|less|additional|extra|higher|lower|larger|smaller|above|below|ahead|behind|longer|shorter|slower|faster|older|younger|better|worse|mehr|weniger|höher|niedriger|más|menos|plus|moins)(?!\p{L})(?!\s(?:and|or)(?!\p{L}))/iu

/** “75% of all revenue”: not of another row's. */
const ofAll = /^\s?(?:%|percent)?\s?(?:of )?(?:all|the total|the overall|the whole|total|overall)(?!\p{L})/iu

/** “A and B make up 75%”: both of them together. */
function isOfGroup(statement: Statement, { start }: Mention): boolean {
  const [last, ...more] = groupsOf(statement).filter(({ end }) => end <= start)
  return last !== undefined && more.length === 0 && last.names.length > 1 && !opposing.test(statement.text)
}

const opposing = /(?<!\p{L})(?:than|of (?:that|what|its|their)|between|compared|relative|respectively)(?!\p{L})/iu

const ofEverything =
  /(?<!\p{L})(?:(?:over|across|of|for|among) (?:all|every|the whole)|overall|altogether|in total)(?!\p{L})/iu

/** “its share is 7%”. */
const shareBefore =
  /(?<!\p{L})(?:shares?|anteil|cuota|part) (?:is|was|of|are|were|beträgt|lag bei|es|est)(?: \p{L}+)? $/iu
/** “a goal difference of +31”. */
const namedDifference = /(?<!\p{L})(?:difference|differential) (?:is|of|was|stands at) [+-]?$/iu
/** A change in percent is said with a word for it. */
const changeWords =
  /(?<!\p{L})(?:chang\p{L}*|gr[eo]w\p{L}*|ris\p{L}+|rose|increas\p{L}*|decreas\p{L}*|f[ae]ll\p{L}*|drop\p{L}*|declin\p{L}*|improv\p{L}*|climb\p{L}*|jump\p{L}*|gain\p{L}*|shr[aiu]nk\p{L}*|slump\p{L}*|surg\p{L}*|up|down|more|less|fewer|higher|lower|above|below|ahead|behind|larger|smaller|longer|shorter|faster|slower|cheaper|compared|versus|than|mehr|weniger|höher|niedriger|st[ie]+g\p{L}*|sank\p{L}*|sink\p{L}*|fiel\p{L}*|gestiegen|gesunken|wuchs\p{L}*|más|menos|sub\p{L}+|baj\p{L}+|cay\p{L}+|aument\p{L}+|creci\p{L}+|plus|moins|hausse|baisse\p{L}*|augment\p{L}*|diminu\p{L}*)(?!\p{L})/iu

/** The words around a figure say how it is computed: a total, an average, a difference, a change. */
export function fitsOperation(statement: Statement, mention: Mention): (meaning: Meaning) => boolean {
  const clause = clauseAt(statement, mention.start)
  const figures = figuresIn(statement, clause)
  const scope =
    statement.mentions.filter(({ kind, meanings }) => kind !== 'text' && !meanings.some(({ op }) => op === 'stated'))
      .length === 1
      ? { start: 0, end: statement.text.length }
      : clause
  const words = textOf(statement, scope)
  const isOnly = figures.filter(({ meanings }) => !meanings.some(({ op }) => op === 'stated')).length <= 1
  const isOfOne = namesFor(statement, mention).length > 0
  const before = textBefore(statement.text, mention.start)
  const after = statement.text.slice(mention.end, mention.end + 40)
  const isCompared =
    (/^\s?[$€£]?\s?(?:vor|hinter|über|unter|mehr als|weniger als|por delante de|devant)\s\p{Lu}/u.test(after) &&
      !aboveWords.test(before)) ||
    (differenceBefore.test(before) && byBefore.test(before)) ||
    comparedAfter.test(after)
  const wanted: ((meaning: Meaning) => boolean)[] = []
  if (isOnly && totalWords.test(words) && !averageWords.test(words))
    wanted.push(
      (meaning) =>
        isTotal(meaning) ||
        (isOfOne &&
          !isOfSeveral(statement, mention, meaning) &&
          meaning.op === 'cell' &&
          !/\b(?:together|combined|altogether|zusammen|juntos|ensemble)\b/i.test(words)),
    )
  if (isOnly && averageWords.test(words) && !medianWords.test(words)) wanted.push(isAverage)
  if (medianWords.test(words)) {
    if (isOnly) wanted.push(({ op, column }) => op === 'median' || (column !== null && medianWords.test(column.name)))
  } else wanted.push(({ op }) => op !== 'median' || !mention.isTyped)
  if (mention.isTyped && !averageWords.test(statement.text)) wanted.push(({ op }) => op !== 'avg')
  if (mention.isTyped && mention.kind === 'percent' && shareBefore.test(before))
    wanted.push(({ op, column }) => op === 'share' || (op === 'cell' && column !== null))
  if (mention.isTyped && mention.kind === 'percent' && (ofAll.test(after) || isOfGroup(statement, mention)))
    wanted.push(({ isOfOther }) => isOfOther !== true)
  if (mention.isTyped && !changeWords.test(statement.text)) wanted.push(({ op }) => op !== 'change')
  if (namedDifference.test(before))
    wanted.push(
      ({ op, column }) => isOneOf(op, ['diff', 'derived']) || (column !== null && /diff|delta|gap/i.test(column.name)),
    )
  // The average of rates isn't the rate of everything.
  if (ofEverything.test(words))
    wanted.push(({ op, column }) => op !== 'avg' || !(column?.isPercent || column?.isFraction))
  // “dropped by 500” isn't a sum.
  if (mention.isTyped && byBefore.test(before) && changeWords.test(words))
    wanted.push(({ op, from }) => !isOneOf(op, ['sum', 'avg', 'share']) && from?.relation !== 'part')
  if (isCompared)
    wanted.push(({ op, column }) => isOneOf(op, ['diff', 'change', 'ratio', 'derived']) || isOfDifferences(column))
  if (!isCompared && !aboveWords.test(before) && !belowWords.test(before)) {
    wanted.push(
      ({ op }) =>
        op !== 'diff' ||
        differenceBefore.test(before) ||
        byBefore.test(before) ||
        !mention.isTyped ||
        /(?<!\p{L})(?:gap|difference|differ|margin|lead|separate[sd]?|apart|between|unterschied|diferencia|différence)(?!\p{L})/iu.test(
          words,
        ),
    )
  }
  return (meaning) => wanted.every((test) => test(meaning))
}

/** Whether the names beside a figure have several rows in common, which a total adds up. */
function isOfSeveral(statement: Statement, mention: Mention, { column }: Meaning): boolean {
  const names = namesFor(statement, mention).filter(({ isDate }) => !isDate)
  return (commonRows(names, column?.step.id ?? '')?.length ?? 0) > 1
}

/** Whether a column already holds differences or changes. */
function isOfDifferences(column: FactColumn | null): boolean {
  return (
    column !== null && /variance|deviation|(?:^|_)(?:diff|difference|gap|change|growth|delta)(?:_|$)/i.test(column.name)
  )
}

function isOneOf(op: Operation, list: readonly Operation[]): boolean {
  return list.includes(op)
}

function isTotal({ op, column }: Meaning): boolean {
  return (
    op === 'sum' ||
    op === 'count' ||
    op === 'derived' ||
    op === 'avg' ||
    (column !== null && (/total|sum/i.test(column.name) || column.step.result.rows.length === 1)) ||
    op === 'share'
  )
}

function isAverage({ op, column, from }: Meaning): boolean {
  return (
    op === 'avg' ||
    from?.relation === 'per' ||
    (column !== null && column.step.result.rows.length > 0 && isAverageColumn(column))
  )
}

function isAverageColumn({ name, step, concepts }: FactColumn): boolean {
  const isNamed = (one: string): boolean => /avg|average|mean|durchschnitt/i.test(one)
  return (
    concepts.has('average') ||
    isNamed(name) ||
    (/\bavg\s*\(/i.test(step.sql) && !step.result.columns.some((one) => isNamed(one.name)))
  )
}
