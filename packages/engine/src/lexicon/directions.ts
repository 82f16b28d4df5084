/** What a direction such as 'newest first' sorts by, if its words say it: the rows' dates, or columns with these words. */
export interface DirectionKey {
  temporal: boolean
  hints: readonly string[] | null
}

const keys = new Map<string, DirectionKey>()

function add(phrases: string, key: DirectionKey): void {
  for (const phrase of phrases.split('|')) keys.set(phrase, key)
}

add(
  'newest first|latest first|from most recent to oldest|from newest to oldest|starting with the most recent|' +
    'oldest first|earliest first|from oldest to newest|from earliest to latest|in chronological order|chronologically|chronological order',
  { temporal: true, hints: null },
)
add('from most expensive to cheapest|from cheapest to most expensive', {
  temporal: false,
  hints: ['price', 'cost', 'fee', 'rate'],
})
add('from oldest to youngest|from youngest to oldest', { temporal: false, hints: ['age', 'birth', 'birthday'] })

const plain: DirectionKey = { temporal: false, hints: null }

/** What the phrase of a direction sorts by; 'descending' and the like say nothing about it. */
export function directionKey(phrase: string): DirectionKey {
  return keys.get(phrase.toLowerCase()) ?? plain
}
