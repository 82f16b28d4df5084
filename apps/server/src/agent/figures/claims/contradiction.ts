import type { Clause } from '../sentences.ts'
import { isWithin, type Check, type Statement } from '../statement.ts'
import {
  absenceWasLookedFor,
  causesAreKnown,
  feelingsAreMeasured,
  futureIsOpen,
  majoritiesHold,
  mostThingsAreCounted,
  predicatesAreKnown,
  propertiesFit,
  somethingWasFound,
  subjectIsMeasured,
  superlativesAreMeasured,
  timesAreCompared,
  timeWasAsked,
} from './beyond.ts'
import { comparisonsHold, rangesHold, tiesHold } from './comparisons.ts'
import { countsFit, kindsAreCounted } from './counts.ts'
import { placesFit } from './extremes.ts'
import { onlyFits } from './only.ts'
import { listPlacesFit, ordersHold, topsHold } from './orders.ts'
import { quantified } from './quantified.ts'
import { boundsAreKept, thingSharesHold } from './quantities.ts'
import { partsOfWholesFit } from './parts-of-wholes.ts'
import { rankGaps } from './rank-gaps.ts'
import { relationsHold } from './correlations.ts'
import { ratiosHold } from './ratios.ts'
import { exceptionsHold, shareBoundsHold } from './shares.ts'
import { figuresFit } from './support.ts'
import { timeGapsHold } from './time-gaps.ts'
import { allTimesHold, extremeTimesHold, timesHold } from './times.ts'
import { standstillsHold, trendsHold } from './trends.ts'

const checks: readonly Check[] = [
  figuresFit,
  partsOfWholesFit,
  boundsAreKept,
  shareBoundsHold,
  exceptionsHold,
  countsFit,
  kindsAreCounted,
  thingSharesHold,
  onlyFits,
  placesFit,
  ordersHold,
  topsHold,
  listPlacesFit,
  comparisonsHold,
  tiesHold,
  ratiosHold,
  relationsHold,
  rangesHold,
  trendsHold,
  standstillsHold,
  timesHold,
  extremeTimesHold,
  timeGapsHold,
  allTimesHold,
  majoritiesHold,
  mostThingsAreCounted,
  predicatesAreKnown,
  propertiesFit,
  absenceWasLookedFor,
  somethingWasFound,
  timeWasAsked,
  causesAreKnown,
  futureIsOpen,
  feelingsAreMeasured,
  subjectIsMeasured,
  superlativesAreMeasured,
  timesAreCompared,
]

/**
 * Finds what a sentence claims that the rows contradict, or that no row can say. A figure or a comparison must follow from
 * the rows; wording without either may stay.
 * @param read the parts that are known to be true
 * @returns why the sentence is wrong, in words for the model; null if nothing contradicts it
 */
export function contradictionOf(statement: Statement, read: readonly Clause[]): string | null {
  const judged = [quantified(statement), rankGaps(statement), { problem: null, settled: read }]
  const problem = judged.find((one) => one.problem !== null)?.problem ?? null
  if (problem !== null) return problem
  const settled = judged.flatMap((one) => one.settled)
  const mentions = statement.mentions.map((one) =>
    one.value !== null && settled.some((part) => isWithin(one, part))
      ? { ...one, meanings: [...one.meanings, { op: 'stated' as const, column: null, rows: null, value: one.value }] }
      : one,
  )
  for (const check of checks) {
    const found = check({ ...statement, mentions, settled })
    if (found !== null) return found
  }
  return null
}
