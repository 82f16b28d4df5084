import type { ColumnRef } from '../query.ts'

/** A state that dates, values, and yes/no columns record. */
export interface State {
  /**
   * Whether an event has happened, hasn't yet happened, hasn't happened although it is due, happened after it was due,
   * or one of the last two; or whether a filter of the area applies.
   */
  kind: 'done' | 'open' | 'overdue' | 'done late' | 'late' | 'defined'
  /** The words of columns and values that record the event. */
  event: readonly string[]
  /** The words of yes/no columns that are yes in this state. */
  flags: readonly string[]
  /** The column of the area's filter. */
  filter?: ColumnRef
}

const ending =
  'end ended ending close closed closing finish finished completed completion left leave leaving termination terminated resigned resignation expiry expiration expired expire'.split(
    ' ',
  )

const cancelling = 'cancelled canceled cancellation'.split(' ')

const states = new Map<string, State>()

/** `positive` and `negative` say that an event has or hasn't happened; `event` are the words of columns for it. */
function add(positive: string, negative: string, event: string): void {
  const words = event.split(' ')
  for (const word of positive.split(' ')) states.set(word, { kind: 'done', event: words, flags: words })
  for (const word of negative.split(' ')) if (word !== '') states.set(word, { kind: 'open', event: words, flags: [] })
}

add('paid settled repaid', 'unpaid unsettled outstanding', 'paid payment settled repaid')
add('closed resolved solved', 'unresolved unsolved unclosed', 'closed close resolved resolution solved')
add('returned', 'unreturned', 'returned return')
add('completed finished', 'uncompleted unfinished incomplete', 'completed completion finished finish end ended')
add('shipped', 'unshipped', 'shipped shipping ship')
add('delivered', 'undelivered', 'delivered delivery')
add('cancelled canceled', 'uncancelled', cancelling.join(' '))
add('approved', 'unapproved', 'approved approval')
add('answered', 'unanswered', 'answered answer')
add('confirmed', 'unconfirmed', 'confirmed confirmation')
add('verified', 'unverified', 'verified verification')
add('processed', 'unprocessed', 'processed')
add('fulfilled', 'unfulfilled', 'fulfilled fulfillment')
add('refunded', '', 'refunded refund')
add('archived', '', 'archived')
add('terminated', '', 'terminated termination')
add('churned', '', `churned churn ${cancelling.join(' ')}`)

add('left quit resigned departed', '', ending.join(' '))

for (const word of ['open', 'ongoing']) states.set(word, { kind: 'open', event: ending, flags: ['open'] })
for (const word of ['active', 'current'])
  states.set(word, { kind: 'open', event: [...ending, ...cancelling], flags: ['active', 'current'] })
for (const word of ['former', 'ended']) states.set(word, { kind: 'done', event: ending, flags: [] })
states.set('inactive', { kind: 'done', event: ['active', ...ending], flags: ['inactive'] })

const everyEvent = [...new Set([...states.values()].flatMap((one) => one.event))]
states.set('late', { kind: 'late', event: everyEvent, flags: ['late'] })
states.set('overdue', { kind: 'overdue', event: everyEvent, flags: ['overdue'] })

/** What usually happens to the same rows, one after the other. */
const courses = [
  'approved confirmed paid processed packed shipped delivered received returned refunded',
  'opened assigned resolved solved closed archived',
  'started completed finished approved archived',
].map((course) => course.split(' '))

/** The states that come after an event: what was returned was shipped and delivered before. */
export function laterThan(event: readonly string[]): ReadonlySet<string> {
  const found = courses.flatMap((course) => {
    const at = Math.max(...event.map((word) => course.indexOf(word)))
    return at < 0 ? [] : course.slice(at + 1)
  })
  return new Set(found.filter((word) => !event.includes(word)))
}

/** The state that a word names; null if it names none. */
export function stateOf(word: string): State | null {
  return states.get(word) ?? null
}

/** The state that a noun before 'rate' is about: 'cancellation' is about what is cancelled. Null if it names none. */
export function stateOfNoun(noun: string): State | null {
  const named = [...states.values()].filter((one) => one.kind === 'done' && one.event.includes(noun))
  return named[0] ?? null
}

/** Words of dates when something is expected, not when it happened. */
export const dueWords: ReadonlySet<string> = new Set(
  'due deadline required expected planned estimated scheduled promised target'.split(' '),
)

/** Words of dates that may be in the future, so that a row is open until then. */
export const lastingWords: ReadonlySet<string> = new Set(
  'end expiry expiration expire expires termination leaving'.split(' '),
)
