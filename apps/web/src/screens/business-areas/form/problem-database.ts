import { areaRuleTexts, type AreaProblem } from '@parlance/contract'
import { t } from 'i18next'
import { translate } from '../../../lib/i18n.ts'

/** The database that has the problem, after a space; empty if all have it. */
export function problemDatabase({ database }: AreaProblem): string {
  if (database === null) return ''
  const { otherDatabase } = areaRuleTexts
  const name = database === otherDatabase.text ? translate(t, otherDatabase) : database
  return ` ${t('(in {database})', { database: name })}`
}
