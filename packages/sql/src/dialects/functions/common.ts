/** Turns a block of names into a set; the lists are easiest to read as plain words. */
export function names(...blocks: string[]): ReadonlySet<string> {
  return new Set(blocks.flatMap((block) => block.trim().split(/\s+/)))
}

/** The base of every dialect's list: pure functions that read only their arguments. */
export const commonFunctions = `
  count sum avg min max abs round ceil ceiling floor sign sqrt exp ln log log10 power mod
  upper lower length trim ltrim rtrim replace substr substring concat coalesce nullif
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  acos asin atan atan2 cos sin tan cot degrees radians pi
  current_date current_time current_timestamp
`
