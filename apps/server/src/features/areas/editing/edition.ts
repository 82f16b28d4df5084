import { areaRuleTexts, unlimited, message } from '@parlance/contract'
import type { EditionLimits } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import { isSame } from '../../../lib/is-same.ts'
import type { AreaRecord } from '../store/area-record.ts'

type Content = Pick<AreaRecord, 'tables' | 'rowRules' | 'columnRules' | 'visibility'>

/**
 * Refuses additions that the edition doesn't allow. Existing content stays as it is.
 * @param before null for a new area
 * @throws AppError license_limit, license_feature
 */
export function checkContent(limits: EditionLimits, before: Content | null, after: Content): void {
  checkTableCount(limits, before, after)
  if (!limits.row_security_enabled && !isSame(before?.rowRules ?? null, after.rowRules)) {
    throw new AppError('license_feature', { detail: areaRuleTexts.rowSecurityEdition })
  }
  if (!limits.column_security_enabled && !isSame(before?.columnRules ?? null, after.columnRules)) {
    throw new AppError('license_feature', { detail: areaRuleTexts.columnSecurityEdition })
  }
  const isNewlyRestricted = after.visibility === 'restricted' && before?.visibility !== 'restricted'
  if (isNewlyRestricted && !limits.restricted_visibility_enabled) {
    throw new AppError('license_feature', {
      detail: message('Restricted visibility is available only in Enterprise or Demo edition'),
    })
  }
}

/**
 * @param count the current number of areas, read in the transaction that adds one so that two cannot pass together
 * @throws AppError license_limit
 */
export function checkAreaCount(limits: EditionLimits, count: number): void {
  const { edition, max_business_areas: max } = limits
  if (max === unlimited || count < max) return
  throw new AppError('license_limit', { detail: areaRuleTexts.areaLimit(edition, max) })
}

/** An area over the limit of a smaller license can shrink, but not grow. */
function checkTableCount(limits: EditionLimits, before: Content | null, after: Content): void {
  const { edition, max_tables_per_area: max } = limits
  if (max === unlimited || after.tables.length <= max) return
  const known = new Set(before?.tables.map(({ name }) => name))
  if (after.tables.every(({ name }) => known.has(name))) return
  throw new AppError('license_limit', { detail: areaRuleTexts.tableLimit(edition, max) })
}
