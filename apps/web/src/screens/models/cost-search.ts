import { usageGroups, type UsageFilter } from '@parlance/contract'

/** The filters in the address. */
export type CostSearch = { [Name in keyof UsageFilter]?: UsageFilter[Name] | undefined }

/** Who asked and on which connection is for administrators. */
const ownersGroups = ['day', 'area', 'model', 'purpose'] as const satisfies UsageFilter['group'][]

/** How the costs can be grouped. */
export function groupsFor(isAdmin: boolean): readonly UsageFilter['group'][] {
  return isAdmin ? usageGroups : ownersGroups
}

/** The request for what the address says, without filters that are only for administrators. */
export function filterFor(isAdmin: boolean, { group, user_id, ...filters }: CostSearch): UsageFilter {
  const allowed = groupsFor(isAdmin).find((one) => one === group) ?? 'day'
  return { group: allowed, ...filters, ...(isAdmin && { user_id }) }
}

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
