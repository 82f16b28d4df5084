import { statedEmptiness } from '../../grounding.ts'
import { conceptsOf, wordsIn } from '../concepts.ts'
import { speaksOf } from '../facts.ts'
import { columnsFor, commonRows, isNegated, isWithin, textOf, type Check, type Statement } from '../statement.ts'

const causes =
  /(?<!\p{L})(?:because|due to|thanks to|owing to|driven by|caused by|as a result of|on account of|weil|wegen|aufgrund|dank|porque|debido a|gracias a|parce que|en raison de|grâce à|perché|a causa di|grazie a|por causa de|graças a)(?!\p{L})/iu
/** Reasons that are about the query, not about the world. */
const aboutQuery =
  /\b(?:filter|query|result|rows?|column|masked|data (?:is|are|was)|null|missing|recorded|cut|limit)\b/i

/** No row says why something is as it is. */
export const causesAreKnown: Check = ({ text }) => {
  const match = causes.exec(text)
  if (!match || aboutQuery.test(text.slice(match.index + match[0].length))) return null
  return 'No row says the cause.'
}

const predictions =
  /\b(?:will|won't|is going to|are going to|is expected to|are expected to|is likely to|likely to|is set to|forecast|projected to|predicted to|wird voraussichtlich|werden voraussichtlich|va a|van a|se espera)\b/i
const asking = /\b(?:if|once|when|let me|would you|I will|I'll|this will|you will|can)\b/i

/** No row is about the future. */
export const futureIsOpen: Check = ({ text, isKnown }) =>
  predictions.test(text) && !asking.test(text) && !isKnown('forecast') && !isKnown('predicted')
    ? 'No row is about the future.'
    : null

const relativeTime =
  /(?<!\p{L})(?:yesterday|today|tomorrow|(?:last|this|next|previous|current|past) (?:year|month|week|quarter|day|night)|gestern|heute|(?:letzte[nrsm]?|diese[nrsm]?|vorige[nrsm]?) (?:jahr|monat|woche|quartal)|ayer|hoy|(?:el )?(?:año|mes) pasado|la semana pasada|hier|aujourd'hui|(?:l'an|le mois|la semaine|l'année) (?:dernier|dernière|passée?))(?!\p{L})/iu

const shortTime =
  /\b(?:yesterday|today|tomorrow|day|night|week|gestern|heute|woche|ayer|hoy|semana|hier|semaine|aujourd'hui)\b/i
const relativeSql = /\b(?:now|current_date|current_timestamp|getdate|sysdate|dateadd|interval|today)\b/i
const absoluteSql = /\d{4}-\d{2}/

/** “last month” is only known if the question or the query asks for it. */
export const timeWasAsked: Check = ({ text, question, facts }) => {
  const match = relativeTime.exec(text)
  if (!match || facts.steps.length === 0 || relativeTime.test(question)) return null
  const isAsked = facts.steps.some(
    ({ sql }) => relativeSql.test(sql) || (absoluteSql.test(sql) && !shortTime.test(match[0])),
  )
  return isAsked ? null : `No query asked for ${match[0]}.`
}

/** “PetroChina is based in the UK”: two properties that no row has together. */
export const propertiesFit: Check = (statement) => {
  const { text, mentions, clauses } = statement
  if (mentions.some(({ meanings }) => meanings.some(({ op }) => op === 'sum' || op === 'count'))) return null
  for (const clause of clauses) {
    const names = statement.names.filter((name) => isWithin(name, clause))
    for (const one of names) {
      const other = names.find((name) => name.start > one.end && name.step === one.step && name.column !== one.column)
      const isOne = names.filter(({ column, step }) => column === other?.column && step === other.step).length === 1
      if (!other || !isOne || opposing.test(text.slice(one.end, other.start))) continue
      if (!one.rows.some((row) => other.rows.includes(row))) {
        return `${textOf(statement, one)} and ${textOf(statement, other)} are in different rows.`
      }
    }
  }
  return null
}

const opposing =
  /(?<!\p{L})(?:than|ahead|behind|while|whereas|but|followed|before|after|unlike|outside|not|als|vor|nach)(?!\p{L})|n['’]t\b|;/iu

const nothingOf = /(?<=\p{L} )(?:no|zero|keine?|ningún|ninguna|aucune?) (\p{L}+(?: \p{L}+)?)/iu

/** “There is no data for Italy”: only a query that looked for it can say so, and no rows with values. */
export const absenceWasLookedFor: Check = ({ text, facts, names }) => {
  const none = nothingOf.exec(text)
  if (none && names.length > 0 && facts.steps.length > 0) {
    const part = { start: none.index, end: none.index + none[0].length }
    const columns = facts.numbers.filter((column) => wordsIn(none[1] ?? '').some((word) => speaksOf(word, column)))
    const named = names.filter(({ end }) => end <= part.start)
    const filled = columns.filter((column) =>
      (commonRows(named, column.step.id) ?? []).some((row) => !isEmpty(column.numbers[row] ?? null)),
    )
    if (named.length > 0 && filled.length > 0) return 'The row has a value.'
    if (named.length > 0 && columns.length > 0) return null
  }
  if (facts.steps.length === 0 || !statedEmptiness(text)) return null
  const unasked = [...text.matchAll(/(?<!^[\s*]{0,4})\b\p{Lu}\p{L}{2,}|\b(?:19|20)\d\d\b/gu)]
    .filter(
      ({ 0: word, index }) => !isInSql(word, facts) && !names.some(({ start, end }) => index >= start && index < end),
    )
    .map(([word]) => word)
  if (unasked.length > 0) return `No query looked for ${unasked.join(', ')}.`
  if (facts.steps.some(({ result }) => result.rows.length === 0)) return null
  const isEmptyRow = names.some(({ step, rows }) =>
    facts.columns.some(
      (column) =>
        column.step.id === step && rows.some((row) => isEmpty(column.step.result.rows[row]?.[column.index] ?? null)),
    ),
  )
  const isZero = names.length === 0 && facts.numbers.some(({ numbers }) => numbers.some((one) => one === 0))
  return isEmptyRow || isZero ? null : 'There are rows.'
}

function isEmpty(cell: unknown): boolean {
  return cell === null || cell === 0 || cell === '' || cell === '0'
}

function isInSql(word: string, { steps }: Statement['facts']): boolean {
  return steps.some(({ sql }) => sql.toLowerCase().includes(word.toLowerCase()))
}

const unmeasured =
  /\b(?:satisf\p{L}+|happy|happier|happiest|loyal|trust\p{L}*|prefer\p{L}*|love[sd]?|enjoy\p{L}*|quality|reputation|zufrieden\p{L}*|satisfech\p{L}*)\b/giu

/** What people feel is in no row, unless a column says so. */
export const feelingsAreMeasured: Check = ({ text, facts, isKnown }) => {
  if (facts.steps.length === 0) return null
  const found = [...text.matchAll(unmeasured)].find(({ 0: word }) => !isKnown(word))
  return found ? `No column says "${found[0]}".` : null
}

const strangeUnits = new Set([
  'margin',
  'salary',
  'rating',
  'budget',
  'weight',
  'temperature',
  'distance',
  'population',
  'age',
  'height',
])

/** “Profit margins were highest in 2022”: a subject that is in no result. */
export const subjectIsMeasured: Check = ({ text, facts, words, isKnown, mentions }) => {
  if (
    facts.steps.length === 0 ||
    (mentions.length === 0 && !/\b(?:high|low|larg|small|rose|fell|most|least)\w*/i.test(text))
  )
    return null
  const strange = words.filter(
    ({ stem, text: word, start }) =>
      stem !== 'people' &&
      !/percentage\s$/i.test(text.slice(Math.max(0, start - 11), start)) &&
      [...conceptsOf(stem)].some((one) => strangeUnits.has(one)) &&
      [...conceptsOf(stem)].every((one) => strangeUnits.has(one)) &&
      !isKnown(word) &&
      !facts.columns.some((column) => speaksOf({ stem }, column)),
  )
  const [found] = strange.filter(
    (word) => !/\b(?:no|without|not)\s$/i.test(text.slice(Math.max(0, word.start - 8), word.start)),
  )
  return found && isWithin(found, { start: 0, end: text.length }) ? `No column says "${found.text}".` : null
}

const majority =
  /(?<!\p{L})(?:most of (?:the|these|all|its|their)|(?:the )?(?:vast |clear )?majority of|the bulk of|mehr als die hälfte|die mehrheit|la mayoría de|la plupart d\p{L}*|la maggior parte)(?!\p{L})/iu

/** “Most of the revenue comes from Germany”: more than half. */
export const majoritiesHold: Check = (statement) => {
  const { text, facts } = statement
  const match = majority.exec(text)
  if (!match) return null
  const names = statement.names
  const outcomes = columnsFor(statement, {
    start: match.index,
    end: Math.min(text.length, match.index + match[0].length + 30),
  }).flatMap((column) => {
    const rows = commonRows(names, column.step.id)
    const total = column.numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    if (rows === null || !column.isComplete || total <= 0) return []
    return [rows.reduce((sum, row) => sum + (column.numbers[row] ?? 0), 0) / total > 0.5]
  })
  if (outcomes.length === 0)
    return facts.steps.length > 0 && statement.mentions.length === 0
      ? 'Whether it is most of it does not follow from the rows.'
      : null
  return outcomes.includes(true) !== isNegated(text) ? null : 'It is not most of it.'
}
