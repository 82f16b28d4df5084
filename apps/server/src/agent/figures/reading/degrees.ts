/** A word such as “longer” or “longest”: what it compares, and which end of it. */
export interface Degree {
  direction: 'high' | 'low'
  /** What is compared; null if other words say it. */
  concept: string | null
  /** “better” and “worst”: which end is meant depends on what is compared. */
  isJudgment: boolean
  /** “largest” and “smaller”, which may be said of an area or a capacity. */
  isOfSize: boolean
}

/** Adjectives by what they compare; `+` for its high end. */
const adjectives: Record<string, string> = {
  '+': 'high larg big bigg great strong steep sharp deep wid busi',
  '-': 'low small weak few narrow slim thin quiet',
  '+duration': 'long',
  '-duration': 'short',
  '+weight': 'heavi',
  '-weight': 'light',
  '+age': 'old eld',
  '-age': 'young new',
  '+height': 'tall',
  '+temperature': 'warm hott',
  '-temperature': 'cold cool',
  '-speed': 'fast quick',
  '+speed': 'slow',
  '-price': 'cheap',
  '+price': 'pric pricey prici costli dear',
  '+rain': 'wett rain',
  '-rain': 'dri',
  '+occupancy': 'full',
  '-occupancy': 'empti',
  '+distance': 'far furth',
  '-distance': 'near clos',
}

const forms = new Map<string, { direction: Degree['direction']; concept: string | null }>()
for (const [meaning, stems] of Object.entries(adjectives)) {
  const concept = meaning.slice(1) || null
  for (const stem of stems.split(' ')) forms.set(stem, { direction: meaning.startsWith('+') ? 'high' : 'low', concept })
}

const irregular: Record<string, Degree & { isMost: boolean }> = {
  more: { direction: 'high', concept: null, isJudgment: false, isOfSize: false, isMost: false },
  most: { direction: 'high', concept: null, isJudgment: false, isOfSize: false, isMost: true },
  less: { direction: 'low', concept: null, isJudgment: false, isOfSize: false, isMost: false },
  fewer: { direction: 'low', concept: null, isJudgment: false, isOfSize: false, isMost: false },
  least: { direction: 'low', concept: null, isJudgment: false, isOfSize: false, isMost: true },
  better: { direction: 'high', concept: null, isJudgment: true, isOfSize: false, isMost: false },
  best: { direction: 'high', concept: null, isJudgment: true, isOfSize: false, isMost: true },
  worse: { direction: 'low', concept: null, isJudgment: true, isOfSize: false, isMost: false },
  worst: { direction: 'low', concept: null, isJudgment: true, isOfSize: false, isMost: true },
  furthest: { direction: 'high', concept: 'distance', isJudgment: false, isOfSize: false, isMost: true },
  farthest: { direction: 'high', concept: 'distance', isJudgment: false, isOfSize: false, isMost: true },
}

/** @returns what a comparative or a superlative compares; null for another word */
export function degreeOf(word: string): (Degree & { isMost: boolean }) | null {
  const lower = word.toLowerCase()
  const known = Object.hasOwn(irregular, lower) ? irregular[lower] : undefined
  if (known) return known
  if (!lower.endsWith('r') && !lower.endsWith('est')) return null
  const [, stem = '', ending = ''] = /^(\p{L}{3,12}?)e?(est|r)$/u.exec(lower) ?? []
  const plain = forms.get(stem) ?? forms.get(stem.replace(/e$/, ''))
  return plain
    ? { ...plain, isJudgment: false, isOfSize: /^(?:larg|bigg|small)/.test(stem), isMost: ending === 'est' }
    : null
}

/** Columns of which less is better. */
const badName =
  /wait|delay|complain|error|defect|fault|mortal|death|accident|cancel|churn|absen|cost|expense|loss|debt|overdue|late|scrap|waste|reject|return|incident|downtime|duration|minutes|seconds|days_to|injur|emission|crime|deferr|turnover|vacan|bounce|(?:^|_)(?:rank|place|position)|^time(?:_|$)/i

const speedName = /speed|velocity|mph|km_?h|per_(?:second|minute|hour|day)/i

/** Which end of a column a judgment means. */
export function endOf(degree: Degree, name: string): Degree['direction'] {
  // “fast” means a short time, but a high speed.
  const isReversed = degree.concept === 'speed' ? speedName.test(name) : degree.isJudgment && badName.test(name)
  if (!isReversed) return degree.direction
  return degree.direction === 'high' ? 'low' : 'high'
}
