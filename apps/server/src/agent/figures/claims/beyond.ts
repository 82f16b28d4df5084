import { datesIn } from '../../dates-in-text.ts'
import { statedEmptiness } from '../../grounding.ts'
import { columnsNamed } from '../columns-named.ts'
import { conceptsOf, stemOf, wordsIn } from '../concepts.ts'
import { speaksOf } from '../facts.ts'
import type { NamedRows } from '../named-rows.ts'
import { winsPlace } from './placings.ts'
import { leftAfter } from './column-fit.ts'
import { conditionsIn } from './conditions.ts'
import { isExtremeFigure } from './extremes.ts'
import {
  clauseAt,
  columnsFor,
  commonRows,
  isNegated,
  isWithin,
  textOf,
  type Check,
  type Statement,
} from '../statement.ts'
import { matchesIn } from '../../../lib/matches-in.ts'

const causes =
  /(?<!\p{L})(?:because|hence|due to|thanks to|owing to|driven by|caused by|as a (?:result|consequence) of|on account of|attributable to|attributed to|explained by|explains?|stems? from|results? from|resulted from|(?:comes?|came) (?:down to|from the fact)|reflects?|(?:led|leads?) to(?! (?:the (?:most|fewest|least|highest|lowest|largest)|\d))|on the back of|boost(?:s|ed)|caus(?:es|ed)(?! (?:the (?:most|fewest|least)|\d))|push(?:es|ed)? (?=up|down)|brought about by|triggered by|benefit(?:s|ed)? from|suffer(?:s|ed)? from|was (?:helped|hurt|hit) by|weil|wegen|aufgrund|infolge|dank|liegt (?:\p{L}+ )?an(?! \p{L}+ stelle)|lag (?:\p{L}+ )?an(?! \p{L}+ stelle)|porque|ya que|debido a|gracias a|por culpa de|a causa de|parce que|puisque|en raison de|à cause de|grâce à|perché|poiché|a causa di|grazie a|por causa de|graças a|devido a)(?!\p{L})/iu
/** “since it is new”, “as its exam was long”: not “since 2018”, “twice as its”, or “the same as the”. */
const conjunctions: readonly RegExp[] = [
  /(?<!\p{L})since (?:it|its|they|their|he|his|she|her|we|our|there|(?:the|many|several|some) (?!(?:start|beginning|end|launch|opening|first|last|year|month|quarter|week|day|low|high|peak|previous)(?!\p{L})))(?!\p{L})/iu,
  /(?<!\p{L})since (?!(?:then|the|last|early|late|mid)(?!\p{L}))(?:\p{L}{1,30} ){1,3}?(?:is|are|was|were|has|have|had)(?!\p{L})/iu,
  /(?<!(?<!\p{L})(?:same|such|just|as \p{L}{1,14}|well|known|listed|recorded|classified|shown|counted|far|soon|long))(?<!(?<!\p{L})(?:as|so) (?:\p{L}{1,30} ){0,5}\p{L}{1,30})\sas (?!(?:of|a|an|in|well|many|much|high|low|far|long|soon|for|part|at)(?!\p{L}))(?:\p{L}{1,30} ){1,4}?(?:is|are|was|were|has|have|had|got|get|gets|went|came|fell|rose|became|began|\p{L}{3,20}ed)(?!\p{L})/iu,
  /,\sda (?:die|der|das|es|sie|er|viele|dort|hier|keine?|ihre?|seine?)(?!\p{L})/iu,
  /,?\scar (?:il|elle|ils|elles|la|le|les|l')(?!\p{L})/iu,
]

/** “Roadworks slowed down Line 22”, “the new heating cut emissions”: something that no row names did it. */
const causing =
  /^[\s*_]*(?:(?:the|a|an|new|better|higher|lower|more) )*(?!(?:it|they|this|that|which|we|you|no|all|each|both|its|most)(?!\p{L}))\p{L}{3,30} (?:\p{L}{3,30} ){0,2}?(?:cut|slowed(?: down)?(?= )|drove|boosted|hurt|helped|delayed|hampered|lengthened|shortened|worsened|pushed (?:up|down)|(?:kept|keeps|stopped|prevented|discouraged) (?:\p{L}+ ){1,2}from)(?= (?!(?:in|by|to|from|for|at|during|after|since|down)\s))/iu

/** Reasons that are about the query, not about the world. */
const aboutQuery =
  /\b(?:filter|query|result|rows?|column|masked|data (?:is|are|was)|null|missing|recorded|cut|limit)\b/i

/** No row says why something is as it is. */
export const causesAreKnown: Check = ({ text, names }) => {
  // “Nordlys AS” is a name, and says nothing about a cause.
  const apart = names.reduce(
    (rest, { start, end }) => rest.slice(0, start) + withoutWords(rest.slice(start, end)) + rest.slice(end),
    text,
  )
  const match = [causes, ...conjunctions, causing].map((pattern) => pattern.exec(apart)).find((found) => found !== null)
  if (!match) return null
  const end = match.index + match[0].length
  if (aboutQuery.test(text.slice(end))) return null
  // “Ann cut her hours”: she is in the rows.
  if (match[0] === causing.exec(apart)?.[0] && names.some(({ start }) => start < end)) return null
  // “is driven by Ann” names her, who is in the rows.
  const isName = /by$/i.test(match[0]) && names.some(({ start }) => start > match.index && start <= end + 2)
  return isName ? null : 'No row says the cause.'
}

/** The same text with other letters. */
function withoutWords(text: string): string {
  return text.replaceAll(/\p{L}/gu, (letter) => 'x'.repeat(letter.length))
}

const predictions =
  /\b(?:will(?!\s*(?:[.,;:!?)]|$))|won't|is going to|are going to|is expected to|are expected to|is likely to|likely to|bound to|certain to|sure to|on track to|poised to|destined to|is set to|forecast|projected to|predicted to|wird voraussichtlich|werden voraussichtlich|va a|van a|se espera que)\b/i
/** No row says what is usual. */
const habits = /(?<!\p{L})(?:usually|typically|generally|normally|traditionally|historically|tends? to)(?!\p{L})/iu
/** What would be if something else were different. */
const suppositions =
  /\b(?:would|could|should|might) (?!be (?:noted|read|seen|treated|checked|verified|reviewed)\b|note\b|also note\b|like\b|you\b|not be (?:read|compared)\b|have to be\b)(?:\p{L}+ly )?\p{L}+/iu
const asking = /\b(?:if|once|when|let me|would you|I will|I'll|this will|you will|can)\b/i

/** No row is about the future. */
export const futureIsOpen: Check = ({ text, isKnown, names, mentions }) =>
  (predictions.test(text) && !asking.test(text) && !isKnown('forecast') && !isKnown('predicted')) ||
  (habits.test(text) && !mentions.some(({ meanings }) => meanings.length > 0)) ||
  (suppositions.test(text) &&
    !isKnown(suppositions.exec(text)?.[0].split(' ')[0] ?? '') &&
    !asking.test(text) &&
    (names.length > 0 || mentions.length > 0))
    ? 'No row is about the future.'
    : null

const relativeTime =
  /(?<!\p{L})(?:yesterday|today|tomorrow|(?:last|this|next|previous|current|past) (?:year|month|week|quarter|season|winter|summer|spring|decade|day|night)|(?:a|one|two|three|\d{1,3}) (?:years?|months?|weeks?|days?) ago|gestern|heute|(?:letzte[nrsm]?|diese[nrsm]?|vorige[nrsm]?) (?:jahr|monat|woche|quartal)|ayer|hoy|(?:el )?(?:año|mes) pasado|la semana pasada|hier|aujourd'hui|(?:l'an|le mois|la semaine|l'année) (?:dernier|dernière|passée?))(?!\p{L})/iu

const shortTime =
  /\b(?:yesterday|today|tomorrow|day|night|week|gestern|heute|woche|ayer|hoy|semana|hier|semaine|aujourd'hui)\b/i
const relativeSql = /\b(?:now|current_date|current_timestamp|getdate|sysdate|dateadd|interval|today)\b/i
const absoluteSql = /\d{4}-\d{2}/

/** “last month” is only known if the question or the query asks for it. */
export const timeWasAsked: Check = ({ text, question, facts, names }) => {
  const match = relativeTime.exec(text)
  if (!match || facts.steps.length === 0 || relativeTime.test(question)) return null
  if (names.some(({ start, end }) => match.index >= start && match.index < end)) return null
  // “in 2025, up from the previous year”: the row before.
  if (/previous/i.test(match[0]) && names.some(({ isDate }) => isDate)) return null
  // “in the last month”: the last one of the rows.
  if (
    /^last/i.test(match[0]) &&
    /the\s$/i.test(text.slice(0, match.index)) &&
    facts.columns.some(({ role }) => role === 'time')
  )
    return null
  // “more today than in 2015”: by the column of the later year.
  if (/^today$/i.test(match[0]) && facts.derived.some(({ relation }) => relation === 'change')) return null
  if (facts.columns.some(({ name }) => name.replaceAll('_', ' ').toLowerCase().includes(match[0].toLowerCase())))
    return null
  const isAsked = facts.steps.some(
    ({ sql }) => relativeSql.test(sql) || (absoluteSql.test(sql) && !shortTime.test(match[0])),
  )
  return isAsked ? null : `No query asked for ${match[0]}.`
}

/** “PetroChina is based in the UK”: two properties that no row has together. */
export const propertiesFit: Check = (statement) => {
  const { text, mentions, clauses } = statement
  const apart = appositionsOf(statement).find(([one, other]) => !one.rows.some((row) => other.rows.includes(row)))
  if (apart) return `${textOf(statement, apart[0])} and ${textOf(statement, apart[1])} are in different rows.`
  if (mentions.some(({ meanings }) => meanings.some(({ op }) => op === 'sum' || op === 'count'))) return null
  for (const clause of clauses) {
    const names = statement.names.filter((name) => isWithin(name, clause))
    for (const [one, other] of pairsOf(names)) {
      const isOne = names.filter(({ column, step }) => column === other.column && step === other.step).length === 1
      if (!isOne || opposing.test(text.slice(one.end, other.start))) continue
      const isOfBoth = everyAfter.test(text.slice(other.end)) && one.rows.length > 1
      const isIn = (row: number): boolean => other.rows.includes(row)
      if (!(isOfBoth ? one.rows.every(isIn) : one.rows.some(isIn))) {
        return `${textOf(statement, one)} and ${textOf(statement, other)} are in different rows.`
      }
    }
  }
  return null
}

/** “at version 2 on both platforms”: in each of the rows. */
const everyAfter = /^\s(?:in|on|at|for|with)\s(?:both|all|every|each)(?!\p{L})/iu

/** “Lake, in Thun,”: what a name is said to belong to, right after it. */
const appositive =
  /^,\s(?:currently|still|now)\s$|^,?\s\(?(?:(?:both|all|each)\s)?(?:in|en|à|a|from|aus|of|based in|located in|de|em|at|bei|managed by|run by|led by)\s(?:the |der |den |la |le |el )?$/iu

function appositionsOf({ text, names }: Statement): [NamedRows, NamedRows][] {
  return pairsOf(names).filter(([one, other]) => appositive.test(text.slice(one.end, other.start)))
}

/** Names of different columns of a result, each with a later one. */
function pairsOf(names: Statement['names']): [NamedRows, NamedRows][] {
  return names.flatMap((one) =>
    names
      .filter(({ start, step, column }) => start > one.end && step === one.step && column !== one.column)
      .map((other): [NamedRows, NamedRows] => [one, other]),
  )
}

const opposing =
  /(?<!\p{L})(?:than|ahead|behind|while|whereas|but|followed|before|after|unlike|outside|not|als|vor|nach)(?!\p{L})|n['’]t\b|;/iu

const nothingOf = /(?<=\p{L} )(?:no|zero|keine?|ningún|ninguna|aucune?) (\p{L}+(?: \p{L}+)?)/iu

/** “Poland placed a few orders”: not if no result has a row. */
export const somethingWasFound: Check = ({ text, facts }) => {
  const isEmptyResult = facts.steps.length > 0 && facts.steps.every(({ result }) => result.rows.length === 0)
  return isEmptyResult && quantityWords.test(text) && !isNegated(text) && !openWords.test(text)
    ? 'No query returned a row.'
    : null
}

const quantityWords = /(?<!\p{L})(?:a few|several|some|many|multiple|numerous)(?!\p{L})/iu
const openWords =
  /\?|(?<!\p{L})(?:no|none|nothing|without|may|might|can|could|would|should|if|whether|try|check|need|want)(?!\p{L})/iu

/** “There is no data for Italy”: only a query that looked for it can say so, and no rows with values. */
export const absenceWasLookedFor: Check = ({ text, facts, names }) => {
  const none = nothingOf.exec(text)
  const isLeft =
    none !== null &&
    leftAfter.test(text.slice(none.index, none.index + 60)) &&
    facts.derived.some(({ relation }) => relation === 'rest')
  if (isLeft) return null
  if (none && names.length > 0 && facts.steps.length > 0) {
    const part = { start: none.index, end: none.index + none[0].length }
    const columns = columnsNamed(wordsIn(none[1] ?? ''), facts.numbers)
    const named = names.filter(({ end }) => end <= part.start)
    const filled = columns.filter((column) =>
      (commonRows(named, column.step.id) ?? []).some((row) => !isEmpty(column.numbers[row] ?? null)),
    )
    if (named.length > 0 && columns.length > 0 && filled.length === columns.length) return 'The row has a value.'
    if (named.length > 0 && columns.length > 0) return null
  }
  if (facts.steps.length === 0 || !statedEmptiness(text)) return null
  const unasked = matchesIn(text, /(?<!^[\s*]{0,4})\b\p{Lu}\p{L}{2,}|\b(?:19|20)\d\d\b/gu)
    .filter(
      ({ 0: word, index }) => !isInSql(word, facts) && !names.some(({ start, end }) => index >= start && index < end),
    )
    .map(([word]) => word)
  if (unasked.length > 0) return `No query looked for ${unasked.join(', ')}.`
  if (facts.steps.some(({ result }) => result.rows.length === 0)) return null
  // The rows are what has none of something.
  if (facts.steps.some(({ sql }) => /\bnot (?:exists|in)\b|\bis null\b/i.test(sql))) return null
  const isEmptyRow = names.some(({ step, rows }) =>
    facts.columns.some(
      (column) =>
        column.step.id === step && rows.some((row) => isEmpty(column.step.result.rows[row]?.[column.index] ?? null)),
    ),
  )
  const isZero = names.length === 0 && facts.numbers.some(({ numbers }) => numbers.some((one) => one === 0))
  // “No event is recorded for 574 days”: a row has no name.
  const isUnnamed = facts.columns.some(
    ({ role, step, index }) => role === 'name' && step.result.rows.some((row) => isEmpty(row[index] ?? null)),
  )
  return isEmptyRow || isZero || isUnnamed ? null : 'There are rows.'
}

function isEmpty(cell: unknown): boolean {
  return cell === null || cell === 0 || cell === '' || cell === '0'
}

function isInSql(word: string, { steps }: Statement['facts']): boolean {
  const [date] = datesIn(`in ${word}`)
  const month = date?.month ? `-${String(date.month).padStart(2, '0')}` : null
  return steps.some(
    ({ sql }) => sql.toLowerCase().includes(word.toLowerCase()) || (month !== null && sql.includes(month)),
  )
}

const unmeasured =
  /\b(?:satisf\p{L}+|happy|happier|happiest|loyal|trust\p{L}*|prefer\p{L}*|love[sd]?|enjoy\p{L}*|quality|reputation|zufrieden\p{L}*|satisfech\p{L}*)\b/giu

/** What people feel is in no row, unless a column says so. */
export const feelingsAreMeasured: Check = ({ text, facts, isKnown }) => {
  if (facts.steps.length === 0) return null
  const found = matchesIn(text, unmeasured).find(({ 0: word }) => !isKnown(word))
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

const personWords = new Set(['people', 'person', 'pay'].map(stemOf))

/** “Profit margins were highest in 2022”: a subject that is in no result. */
export const subjectIsMeasured: Check = ({ text, facts, words, isKnown, mentions }) => {
  if (
    facts.steps.length === 0 ||
    (mentions.length === 0 && !/\b(?:high|low|larg|small|rose|fell|most|least)\w*/i.test(text))
  )
    return null
  const strange = words.filter(
    ({ stem, text: word, start }) =>
      !personWords.has(stem) &&
      !/(?:percentage|\d|one|\bto)\s$/i.test(text.slice(Math.max(0, start - 11), start)) &&
      [...conceptsOf(stem)].some((one) => strangeUnits.has(one)) &&
      [...conceptsOf(stem)].every((one) => strangeUnits.has(one)) &&
      !isKnown(word) &&
      !facts.columns.some((column) => speaksOf({ stem }, column)) &&
      // “the heaviest rain” is measured by the rain.
      !(
        /est$/i.test(word) &&
        facts.spokenOf(
          words.filter((next) => next.start === start + word.length + 1),
          facts.numbers,
        ).length > 0
      ),
  )
  const [found] = strange.filter(
    (word) => !/\b(?:no|without|not)\s$/i.test(text.slice(Math.max(0, word.start - 8), word.start)),
  )
  return found && isWithin(found, { start: 0, end: text.length }) ? `No column says "${found.text}".` : null
}

/** Words of a claim that another check compares with the rows, or of a sentence about the result itself. */
export const judgedWords =
  /(?<!\p{L})(?:most|least|\p{L}{2,}est|best|worst|top|bottom|more|less|fewer|\p{L}{3,}er than|than|first|last|second|third|fourth|fifth|lead\p{L}*|follow\p{L}*|ahead|behind|before|after|same|identical|stelle|platz|rang|place|equal\p{L}*|tied?|level|between|no|not|none|never|without|shown|shows?|list\p{L}*|includ\p{L}*|result\p{L}*|rows?|data|query|tables?|missing|masked|zero|empty|full\p{L}*|unchanged|flat|positive|negative|profitable|overdrawn|over|under|above|below|exceed\p{L}*|beats?|outperform\p{L}*|trail\p{L}*|average|total|rose|fell|grew|ris\p{L}+|fall\p{L}*|increas\p{L}*|decreas\p{L}*|declin\p{L}*|drop\p{L}*|improv\p{L}*|share[sd]?|together|each|both|all|every|separate\p{L}*|compar\p{L}*|differ\p{L}*|exactly|majority|mehr|weniger|mism[oa]s?|même|gleich\p{L}*|diesel\p{L}*|vor|nach|führt|meisten|wenigsten|höchste\p{L}*|am \p{L}+sten|(?:der|die|das) \p{L}+ste[nrms]?|más|menos|mayor|menor|plus|moins|mejor|kein\p{L}*|ningun\p{L}*|ningún|aucun\p{L}*|gefolgt|seguid\p{L}*|suivi\p{L}*)(?!\p{L})/iu

const knownBest =
  /^(?:high|low|larg|small|bigg|great|sharp|steep|deep|wid|strong|weak|fast|slow|quick|long|short|heavi|light|old|young|new|near|late|earli|far|furth|farth|busi|quiet|tall|cheap|prici|warm|cold|cool|hott|wett|rainii?|rain|dri|sunni|full|empti|rich|poor|rar|few|b|w|int|fin|mod|hon|for|fur|har|gu|inter|requ|r|t|w|l|north|south|ear|clos|soon|broad|brief|main|thin|thick|hard|easi|sickli)e?st$/iu
const superlativeWord = /(?<=(?<!\p{L})(?:the|its|their|our|your|his|her|all) (?:\p{L}+ )?)(\p{L}{4,20}est)(?!\p{L})/giu

/** “bakes the tastiest bread”: by what no column says. */
export const superlativesAreMeasured: Check = (statement) => {
  const { text, facts, isKnown, names } = statement
  if (facts.steps.length === 0) return null
  const found = matchesIn(text, superlativeWord).find(
    ({ 1: word = '', index }) =>
      !knownBest.test(word) &&
      !isKnown(word) &&
      !isKnown(word.replace(/i?est$/i, '')) &&
      !names.some(({ start, end }) => index >= start && index < end),
  )
  if (!found || isExtremeFigure(statement, clauseAt(statement, found.index))) return null
  return `No column says what is "${found[1] ?? ''}".`
}

const wholeTime =
  /(?<!\p{L})(?:of the (?:year|month|week|season|quarter|decade|day)|of all time|in history|on record|ever|so far this year)(?!\p{L})/iu
const extremeWord = /(?<!\p{L})(?:\p{L}{3,}est|best|worst|most|least|peak|record)(?!\p{L})/iu
const namedTime =
  /(?<!\p{L})(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)(?!\p{L})/u

/** “July is the strongest month of the year”: only rows with other months can say so. */
export const timesAreCompared: Check = ({ text, facts, names }) => {
  const match = namedTime.exec(text)
  if (!match || !extremeWord.test(text) || facts.steps.length === 0) return null
  const isOfTime = wholeTime.test(text) || /(?<!\p{L})(?:month|day|week|weekday)(?!\p{L})/iu.test(text)
  const isNamed = names.some(({ start, end }) => match.index >= start && match.index < end)
  return isOfTime && !isNamed && facts.columns.every(({ role }) => role !== 'time') ? 'No row has another time.' : null
}

const becoming = /(?<!\p{L})(?:(?:has|have|had) become|became|has turned|ist \p{L}+ geworden|se ha vuelto)(?!\p{L})/iu

/** Words between a column's name and one of its values, which say nothing more: “The customer is Ann”. */
const naming: ReadonlySet<string> = new Set(
  'the a an is are was were it its called named der die das ist war heißt el la es le il est è o os'.split(' '),
)

const functionWords =
  /^(?:with|from|into|that|this|these|those|which|also|have|been|were|they|their|there|both|each|only|just|still|already|currently|belongs?|comes?|came|lives?|lies|works?|located|based|part|runs?|goes|sind|wird|wurde|eine[rsmn]?|sein|auch|noch|está|esta|están|pour|dans|avec|sont)$/iu

/** “Krakow opened only recently”: nothing of what it says about a name is in a result. */
export const predicatesAreKnown: Check = (statement) => {
  const { text, names, mentions, facts, words, isKnown } = statement
  const things = names.filter(({ isDate }) => !isDate)
  const isSentence = words.length > new Set(things.map(({ start }) => start)).size + 2
  if (things.length > 0 && becoming.test(text) && facts.columns.every(({ role }) => role !== 'time'))
    return 'One value does not show a change.'
  if (things.length === 0 || !isSentence || mentions.length > 0 || judgedWords.test(text) || winsPlace(text))
    return null
  const places = new Set(things.map(({ step, column }) => `${step} ${column}`))
  if (places.size > 1 || names.length > things.length) return null
  const others = words.filter((word) => !things.some((name) => word.start < name.end && name.start < word.end))
  const isSpoken = facts.columns.some((column) =>
    places.has(`${column.step.id} ${column.index}`)
      ? others.every((word) => naming.has(word.text.toLowerCase()) || speaksOf(word, column))
      : others.some((word) => speaksOf(word, column)),
  )
  const content = others.filter(({ text: word }) => word.length > 3 && !functionWords.test(word))
  const unknown = content.filter(
    (word) => !isKnown(word.text) && !facts.columns.some((column) => speaksOf(word, column)),
  )
  const conditions = conditionsIn(statement)
  const isJudged = conditions.length > 0 && unknown.every((word) => conditions.some((one) => isWithin(word, one)))
  if (unknown.length > content.length - unknown.length && !isJudged) return 'No column says this.'
  return isSpoken || isJudged ? null : 'No column says this.'
}

/** “Most visitors came from abroad”: most of what, if no row says it? */
const mostThings =
  /^[\s*_]*most (?:\p{L}+ ){1,2}(?:is|are|was|were|has|have|had|came|come|live|prefer|bought|buy|use|used)(?!\p{L})/iu

export const mostThingsAreCounted: Check = (statement) => {
  const { text, facts, names, mentions } = statement
  return facts.steps.length > 0 &&
    mostThings.test(text) &&
    names.length === 0 &&
    mentions.length === 0 &&
    conditionsIn(statement).length === 0
    ? 'No column says this.'
    : null
}

const majority =
  /(?<!\p{L})(?:(?<!the )most of (?:the|these|all|its|their)|(?:the )?(?:vast |clear )?majority of|the bulk of|mehr als die hälfte|die mehrheit|la mayoría de|la plupart d\p{L}*|la maggior parte)(?!\p{L})/iu

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
