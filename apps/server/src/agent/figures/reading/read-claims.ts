import { judgedWords } from '../claims/beyond.ts'
import { conditionsIn } from '../claims/conditions.ts'
import type { FactColumn } from '../facts.ts'
import type { Clause } from '../sentences.ts'
import { onlyWithin, type NameGroup, type Statement } from '../statement.ts'
import type { Step } from '../step.ts'
import { belongingHolds, countsHold, isMisplaced, majorityHolds, rowsCounted } from './belonging.ts'
import { comparisonsHold, ratioHolds } from './compared.ts'
import { conditionsHold } from './conditioned.ts'
import { columnsSpoken, comparedColumns, figuresOf, rowsOf, type Context, type Verdict } from './context.ts'
import { sameHolds } from './same.ts'
import { largestMoveHolds, movesHold, multiplesHold } from './moved.ts'
import { panelOf } from './panel.ts'
import { partsOf, type Part } from './parts.ts'
import { firstsHold, nextHolds, placesHold, totalsHold } from './placed.ts'
import { eachHolds, figuresHold, gapHolds, rangeHolds } from './stated.ts'
import type { Token } from './token.ts'
import { tokensOf } from './tokens.ts'

/** What the rows say of the claims of a sentence that could be read. */
export interface Reading {
  /** Why the sentence is untrue, in words for the model; null if no claim is known to be. */
  problem: string | null
  /** The parts that are true, which no other check needs to judge. */
  settled: readonly Clause[]
  /** Whether all of the sentence was read. */
  isWhole: boolean
}

/** A larger result is compared only by its cells. */
const mostRows = 200

/** “all but A”: the exception belongs to the claim. */
const unreadSentence =
  /(?<!\p{L})(?:[Aa]ll|[Ee]very|[Ee]ach|[Nn]one|[Nn]o) (?:\p{L}+ ){0,3}but(?! (?:the )?(?:one |two )?\p{Lu})|(?:been|worked|served|with us) (?:\p{L}+ ){0,3}longest/u

/** Reads the claims of a sentence of which every word is understood, and compares them with the rows. */
export function readClaims(statement: Statement): Reading {
  const { text, facts } = statement
  if (unreadSentence.test(text)) return { problem: null, settled: [], isWhole: false }
  const tokens = tokensOf(statement)
  const groups = tokens.flatMap((token) => (token.kind === 'rows' ? [token.group] : []))
  const misplaced = groups.find((group, at) => {
    const before = groups[at - 1]
    return before !== undefined && isMisplaced(statement, [before, group])
  })
  if (misplaced !== undefined)
    return { problem: `"${text.slice(misplaced.start, misplaced.end)}" is in another row.`, settled: [], isWhole: true }
  const parts = partsOf(statement, tokens)
  const steps = facts.steps.filter(
    ({ result }) => !result.truncated && result.rows.length > 0 && result.rows.length <= mostRows,
  )
  const read = steps.map((step) => readIn(step, { statement, parts }))
  const verdicts = parts.map((_, at): Verdict => {
    const own = read.flatMap((one) => one[at] ?? [])
    return own.length === 0 ? null : own.includes(true)
  })
  const wrong = parts.find(
    (part, at) => verdicts[at] === false || (verdicts[at] === null && isOfNothing(statement, part)),
  )
  return {
    problem: wrong ? `The rows contradict "${text.slice(wrong.start, wrong.end).trim()}".` : null,
    // What a single row says is certain only if all of the sentence is read.
    settled: parts.filter((_, at) => steps.some(({ result }, of) => result.rows.length > 1 && read[of]?.[at] === true)),
    isWhole: verdicts.every((one) => one !== null),
  }
}

/** “A is popular with tourists”: it says something of a name, but no word of it is in a result, and nothing is compared. */
function isOfNothing({ text, facts }: Statement, { tokens }: Part): boolean {
  if (facts.steps.length === 0 || !english.test(text)) return false
  const kinds = new Set(tokens.map(({ kind }) => kind))
  const [group, ...more] = tokens.filter((token) => token.kind === 'rows')
  if (!group || more.length > 0 || group.group.names.some(({ isDate }) => isDate)) return false
  return (
    kinds.has('unknown') && !measuring.some((kind) => kinds.has(kind)) && !judgedWords.test(text) && !winning.test(text)
  )
}

const measuring: readonly Token['kind'][] = [
  'same',
  'others',
  'median',
  'column',
  'figure',
  'degree',
  'comparative',
  'move',
  'not',
  'none',
  'every',
  'only',
  'around',
  'since',
  'except',
  'gap',
  'sum',
  'mean',
  'than',
  'earlier',
]
/** Words of a competition, whose places a check knows. */
const winning = /(?<!\p{L})(?:w[io]ns?|beats?|beaten)(?!\p{L})/iu
const english = /(?<!\p{L})(?:the|is|are|was|were|has|have|had|of|with|by|from|than|on|at|to|a|an)(?!\p{L})/iu

function readIn(step: Step, { statement, parts }: { statement: Statement; parts: readonly Part[] }): Verdict[] {
  let groups: readonly NameGroup[] = []
  let columns: readonly FactColumn[] = []
  let ranked: Context['ranked'] = null
  return parts.map((part, at) => {
    const own = part.tokens.flatMap((token) => (token.kind === 'rows' ? [token.group] : []))
    if (own.some(({ names }) => names.every((name) => name.step !== step.id))) return null
    const before = groups
    if (own.length > 0 && !isApposition(own, { before: groups, step })) groups = own
    const spoken = columnsSpoken(statement, step, part)
    if (spoken.length > 0) columns = spoken
    const context: Context = {
      statement,
      step,
      part,
      previous: parts[at - 1] ?? null,
      groups,
      before,
      columns,
      isSpoken: spoken.length > 0,
      ranked,
    }
    const degree = part.tokens.find((token) => token.kind === 'degree')
    if (degree) ranked = { degree: degree.degree, columns: comparedColumns(context, degree.degree) }
    return verdictOf(context)
  })
}

/** “A, a small dog, …”: what comes after is still about A. */
function isApposition(
  own: readonly NameGroup[],
  { before, step }: { before: readonly NameGroup[]; step: Step },
): boolean {
  const [subject, said] = [rowsOf(before, step), rowsOf(own, step)]
  return (
    subject !== null &&
    said !== null &&
    said.length > subject.length &&
    subject.length > 0 &&
    subject.every((row) => said.includes(row))
  )
}

/** Without these, a part says only which names belong together. */
const claiming: readonly Token['kind'][] = [
  'same',
  'degree',
  'comparative',
  'move',
  'figure',
  'around',
  'gap',
  'than',
  'from',
  'to',
  'peryear',
  'earlier',
  'next',
  'most',
  'range',
]
/** Words with which a part is read in no way, or only in some. */
const unread: readonly Token['kind'][] = ['unknown', 'not', 'none', 'gap', 'around', 'except']

function verdictOf(context: Context): Verdict {
  const kinds = new Set(context.part.tokens.map(({ kind }) => kind))
  const has = (...wanted: Token['kind'][]): boolean => wanted.some((kind) => kinds.has(kind))
  const { statement, part } = context
  const limits = figuresOf(part).flatMap(({ condition, mention }) =>
    mention.kind === 'ratio' ? [] : (condition ?? []),
  )
  const inWords = conditionsIn(onlyWithin(statement, part)).filter(({ mention }) => mention === null)
  const conditions = [...limits, ...inWords]
  const isWordOf = ({ start }: Token): boolean => conditions.some((one) => start >= one.start && start < one.end)
  if (part.tokens.some((token) => token.kind === 'unknown' && !isWordOf(token))) return null
  const isOnly = (...allowed: Token['kind'][]): boolean =>
    [...kinds].every((kind) => kind === 'aside' || allowed.includes(kind))
  // A single row is compared with nothing, and another result may say more.
  if (context.step.result.rows.length === 1) {
    const isRead = conditions.length === 0 && isOnly('rows', 'figure', 'column', 'sum', 'mean', 'from')
    const verdict = isRead ? figuresHold(context) : null
    return statement.facts.steps.length > 1 ? verdict || null : verdict
  }
  const isSum = has('sum', 'mean', 'median', 'degree', 'peryear', 'since', 'around', 'gap')
  if (conditions.length > 0 && !isSum) return conditionsHold(context, conditions)
  if (has('next')) return isOnly('next', 'rows', 'figure', 'column', 'every') ? nextHolds(context) : null
  if (has('most')) return isOnly('most', 'rows', 'column') ? majorityHolds(context) : null
  if (has('range')) return isOnly('range', 'rows', 'column', 'every') ? rangeHolds(context) : null
  if (has('gap') && isOnly('gap', 'rows', 'figure', 'column', 'from')) return gapHolds(context)
  if (has('rows') && !has(...claiming)) return belongingHolds(context)
  const isMove = has('move') && !has('degree', 'comparative', 'mean', 'median')
  if (isMove && has('none') && !has('not', 'gap', 'around', 'except')) return movesHold(context)
  if (has(...unread)) return null
  if (has('degree') && has('move'))
    return has('comparative', 'than', 'only', 'sum', 'mean', 'median', 'earlier', 'since')
      ? null
      : largestMoveHolds(context)
  if ((has('others') && !has('than')) || (has('steady') && !has('move'))) return null
  if (has('same'))
    return has('degree', 'comparative', 'move', 'than', 'only', 'mean', 'sum') ? null : sameHolds(context)
  if (has('degree') && has('sum') && !has('comparative', 'than', 'only', 'mean', 'median', 'move', 'every', 'peryear'))
    return totalsHold(context)
  const isTwice = part.tokens.filter(({ kind }) => kind === 'degree').length === 2
  if (isTwice && isOnly('degree', 'column')) return firstsHold(context)
  if (has('degree'))
    return has('comparative', 'than', 'only', 'sum', 'mean', 'median', 'move') ||
      (has('every') && panelOf(context.step) === null)
      ? null
      : placesHold(context)
  if (has('move')) return has('comparative', 'mean', 'median') ? null : movesHold(context)
  if (has('than') && figuresOf(part).some(({ mention }) => mention.kind === 'ratio'))
    return has('only', 'median', 'comparative') ? null : ratioHolds(context)
  if (has('comparative')) return has('only', 'median') ? null : comparisonsHold(context)
  if (has('every') && isOnly('every', 'rows', 'figure', 'to')) {
    const belonging = countsHold(context) ?? belongingHolds(context)
    if (belonging !== null) return belonging
  }
  if (has('every') && isOnly('every', 'rows', 'figure', 'column')) return eachHolds(context)
  if (has('from') && has('to') && isOnly('figure', 'rows', 'from', 'to', 'column')) {
    const multiples = multiplesHold(context)
    if (multiples !== null) return multiples
  }
  const counted = isOnly('figure', 'rows', 'from', 'to') ? rowsCounted(context) : null
  if (counted !== null) return counted
  return has('than', 'earlier', 'peryear', 'since', 'to', 'every', 'only') ? null : figuresHold(context)
}
