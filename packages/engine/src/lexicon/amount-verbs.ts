const verbs = new Map<string, string[]>()

function add(phrases: string, columns: string): void {
  for (const verb of phrases.split(' ')) verbs.set(verb, columns.split(' '))
}

add('earn earns earned earning make makes made making', 'salary wage pay income earnings')
add('weigh weighs weighed weighing', 'weight mass')
add('cost costs costing', 'price cost fee fare rate')
add('worth', 'value price cost total amount')
add('last lasts lasted lasting', 'duration length runtime')

/** The columns whose amount a verb states before a number ('weigh more than 80'), best first; null for other verbs. */
export function amountOf(verb: string): readonly string[] | null {
  return verbs.get(verb) ?? null
}

const sizes = new Map<string, '<' | '>'>()
for (const word of ['more', 'higher', 'larger', 'greater', 'bigger', 'longer', 'heavier', 'taller'])
  sizes.set(word, '>')
for (const word of ['less', 'fewer', 'lower', 'smaller', 'shorter', 'lighter']) sizes.set(word, '<')

/** The comparison that an adjective makes before its noun: 'a higher price than …'. */
export function sizeOf(adjective: string): '<' | '>' | null {
  return sizes.get(adjective) ?? null
}
