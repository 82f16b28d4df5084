import { matchScore } from './match-score.ts'
import type { Entry, EntryGroup } from './use-all-groups.ts'

/** The maximum number of entries in a group; a longer search finds the others. */
const shownEntries = 20

/** The groups with entries that match the input, best first, also within each group; unchanged for an empty input. */
export function fittingGroups(groups: readonly EntryGroup[], query: string): EntryGroup[] {
  if (query.trim() === '') return groups.filter(({ entries }) => entries.length > 0)
  return groups
    .map(({ title, entries }) => {
      const fitting = entries
        .map((entry) => ({ entry, score: scoreOf(entry, query) }))
        .filter((found): found is { entry: Entry; score: number } => found.score !== null)
        .toSorted((left, right) => right.score - left.score)
      const shown = fitting.slice(0, shownEntries).map(({ entry }) => entry)
      return { group: { title, entries: shown }, best: fitting[0]?.score ?? null }
    })
    .filter((found): found is { group: EntryGroup; best: number } => found.best !== null)
    .toSorted((left, right) => right.best - left.best)
    .map(({ group }) => group)
}

/** The label has more weight than the other words of an entry. */
function scoreOf({ label, detail = '', keywords = '' }: Entry, query: string): number | null {
  const own = matchScore(query, label)
  if (own !== null) return own + 1
  const wider = matchScore(query, `${label} ${keywords} ${detail}`)
  return wider === null ? null : wider / 2
}
