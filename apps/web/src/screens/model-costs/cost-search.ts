import { usageGroups, type UsageFilter } from '@parlance/contract'

/** The filters in the address. */
export type CostSearch = { [Name in keyof UsageFilter]?: UsageFilter[Name] | undefined }

/** Leaves out what the server would refuse. */
export function readCostSearch(search: Record<string, unknown>): CostSearch {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined)
  return {
    group: usageGroups.find((group) => group === search.group),
    from: day(search.from),
    to: day(search.to),
    user_id: text(search.user_id),
    area_id: text(search.area_id),
    model: text(search.model),
  }
}
