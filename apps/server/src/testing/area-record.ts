import { areaFields } from '@parlance/contract'
import type { AreaRecord } from '../features/areas/store/area-record.ts'
import { settleFields } from '../features/areas/store/field-values.ts'

/** A stored area with only the given fields filled in. */
export function makeAreaRecord(
  change: Pick<AreaRecord, 'id' | 'applicationId' | 'name'> & Partial<AreaRecord>,
): AreaRecord {
  const moment = '2026-01-01T00:00:00.000Z'
  return {
    ...settleFields(areaFields, { row_security_rules: null, column_security_rules: null }, null),
    ownerId: null,
    approved: null,
    declinedVersion: null,
    version: 1,
    definitionVersions: {},
    createdAt: moment,
    updatedAt: moment,
    ...change,
  }
}
