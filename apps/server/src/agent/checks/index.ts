import { averageOfAverages } from './average-of-averages.ts'
import type { Check, WarningKind } from './check.ts'
import { crossJoin } from './cross-join.ts'
import { dateAsText } from './date-as-text.ts'
import { distinctSum } from './distinct-sum.ts'
import { integerDivision } from './integer-division.ts'
import { joinFanOut } from './join-fan-out.ts'
import { limitReached } from './limit-reached.ts'
import { limitedInput } from './limited-input.ts'
import { lostRows } from './lost-rows.ts'
import { mergedNames } from './merged-names.ts'
import { notInNull } from './not-in-null.ts'
import { nullComparison } from './null-comparison.ts'
import { outerJoin } from './outer-join.ts'
import { outsidePeriod } from './outside-period.ts'
import { partialPeriod } from './partial-period.ts'
import { repeatedValues } from './repeated-values.ts'
import { tieAtLimit } from './tie-at-limit.ts'
import { uncountedNulls } from './uncounted-nulls.ts'
import { unknownValue } from './unknown-value.ts'
import { unorderedLimit } from './unordered-limit.ts'
import { unsuitableSum } from './unsuitable-sum.ts'

/** The check of each kind of warning, in the order in which an answer lists them. */
export const checks = {
  cross_join: crossJoin,
  join_fan_out: joinFanOut,
  null_comparison: nullComparison,
  not_in_null: notInNull,
  outer_join: outerJoin,
  integer_division: integerDivision,
  unsuitable_sum: unsuitableSum,
  distinct_sum: distinctSum,
  average_of_averages: averageOfAverages,
  merged_names: mergedNames,
  uncounted_nulls: uncountedNulls,
  repeated_values: repeatedValues,
  lost_rows: lostRows,
  limited_input: limitedInput,
  limit_reached: limitReached,
  unordered_limit: unorderedLimit,
  date_as_text: dateAsText,
  unknown_value: unknownValue,
  outside_period: outsidePeriod,
  partial_period: partialPeriod,
  tie_at_limit: tieAtLimit,
} satisfies Record<WarningKind, Check>
