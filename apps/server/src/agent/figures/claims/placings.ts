import type { FactColumn, Facts } from '../facts.ts'
import type { Step } from '../step.ts'

const placeName =
  /^(?:final_?)?(?:place|rank|ranking|position|pos|placing|standing|finish|platz|platzierung|rang|puesto|posici[oó]n|posto)$/iu

/**
 * The column that says in which place each row is, such as `place` or `rank`.
 * @returns it with the sign turned, so that the first place has the largest number; null if a result has none
 */
export function placesOf({ numbers }: Facts, step: Step): FactColumn | null {
  const column = numbers.find(
    (one) =>
      one.step === step &&
      placeName.test(one.name) &&
      one.numbers.every((value) => value === null || (Number.isInteger(value) && value > 0)),
  )
  return column ? { ...column, numbers: column.numbers.map((value) => (value === null ? null : -value)) } : null
}

/** Whether a text says who won, or came in another place of a competition, which `placesFit` compares. */
export function winsPlace(text: string): boolean {
  return medals.some(([pattern]) => text.search(pattern) >= 0)
}

/** The row in a place, counted from the end if the number is negative; by the column of places, else in the order of the rows. */
export function rowInPlace(facts: Facts, step: Step, place: number): number | undefined {
  const numbers = placesOf(facts, step)?.numbers ?? step.result.rows.map((_, row) => -row)
  const order = numbers.flatMap((value, row) => (value === null ? [] : [{ value, row }]))
  return order.toSorted((a, b) => b.value - a.value).at(place > 0 ? place - 1 : place)?.row
}

/** Words for the first three places of a competition. */
export const medals: readonly [pattern: RegExp, place: number][] = [
  [
    /(?<!\p{L})(?:(?:won|wins|winning) (?:the (?:\p{L}+ )?(?:race|title|final|event|tournament|competition|championship|league|cup|contest|gold)|gold)(?!\p{L})|(?:took|takes|claimed) (?:the )?(?:gold|title|win)|gold medal(?:ist)?|(?:is|was) the (?:overall )?winner)(?!\p{L})/giu,
    1,
  ],
  [/(?<!\p{L})(?:(?:won|wins|took|takes|claimed|got|earned) (?:the )?silver|silver medal(?:ist)?)(?!\p{L})/giu, 2],
  [/(?<!\p{L})(?:(?:won|wins|took|takes|claimed|got|earned) (?:the )?bronze|bronze medal(?:ist)?)(?!\p{L})/giu, 3],
]
