import { message, type Message, type ProposedRelationship, type UntestedReason } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { translate } from '../../../lib/i18n.ts'
import { numberFormat } from '../../../lib/number-format.ts'

const untested: Record<UntestedReason, Message> = {
  empty: message('Only the names match. There are no values to compare.'),
  time: message('Only the names match. There was no time to compare values.'),
  cost: message('Only the names match. This database charges for reading, so no values were compared.'),
  failed: message('Only the names match. The query that compares values failed.'),
}

/** How a relationship was found, in one sentence. */
export function proofText(relationship: ProposedRelationship, t: TFunction): string {
  const { confidence, sampled_values: n, untested_reason: reason, right_table, right_columns } = relationship
  if (reason !== null) return translate(t, untested[reason])
  if (n === null) return t('The database declares this foreign key.')
  const target = `${right_table}.${right_columns.join(', ')}`
  return t('{share} of {n, plural, one {# sampled value exists} other {# sampled values exist}} in {target}.', {
    share: percent(confidence),
    n,
    target,
  })
}

const formatPercent = numberFormat({ style: 'percent', maximumFractionDigits: 1 })

/** Rounds down, so that 100% means all. */
export function percent(share: number): string {
  return formatPercent(Math.floor(share * 1000) / 1000)
}
