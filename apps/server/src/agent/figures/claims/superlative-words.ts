/** A word for the first of all, such as “highest”. */
export interface SuperlativeWord {
  pattern: RegExp
  direction: 'high' | 'low'
  /** What is compared, if the word says it. */
  concept?: string
}

/** The places from the second on. */
export const ordinals = 'second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
export const superlatives: readonly SuperlativeWord[] = [
  {
    pattern:
      /(?<!\p{L})(?:highest|largest|biggest|greatest|(?<=the )most(?= of (?:all|any)(?!\p{L}))|sharpest|steepest|deepest|widest|(?:a |the |its )?(?:new )?(?:record|all-time) high|(?:the|a|an|its|their) (?:new )?record(?= \p{L}+|\s[$€£]?\d)|en tête|a la cabeza|in testa|más que nadie|most(?! of\b| recent)|maximum|best(?:-\p{L}+)?|strongest|top(?! (?:\d|two|three|four|five|six|seven|eight|nine|ten)(?!\p{L}))|leads?(?! (?:to|the (?!field|table|list|pack|ranking|standings|way|league)\p{L}+|an? |two|three|four|five|six|all|both|only \p{L}+ (?:project|team)|\d))|leading|leader|tops|number one|first place|(?:comes?|came|ranks?|ranked|finish(?:es|ed)?) first|an erster stelle|en primer lugar|en première position|peak(?:ed|s)?|more than (?:(?:in|at|on|for|with|from) )?any|meist(?:en|\p{L}{4,}te[nrms]?)|höchste\p{L}*|größte\p{L}*|stärkste\p{L}*|beste[nrms]?|führt|an der spitze|häufigste\p{L}*|meilleure?s?|migliore|melhor|mayor(?! (?:que|n[uú]mero de)(?!\p{L}))|máxim[oa]|mejor|(?:le|la|les) plus(?! (?:faible|bas|petit|ch[eè]r|court))|maggiore|(?:il|la) più(?! (?:bass|car|piccol))|o maior|a maior)(?!\p{L})/giu,
    direction: 'high',
  },
  {
    pattern:
      /(?<!\p{L})(?:lowest|smallest|thinnest|slimmest|rarest|least(?<!at least)|fewest|minimum|worst|weakest|(?:less|fewer) than (?:(?:in|at|on|for|with|from) )?any|(?:trails?|trailed|lags?|lagged)(?= (?:in|on|by)(?!\p{L}))|(?:con|quien|que) menos(?= \p{L}+)|menos que nadie|niedrigste\p{L}*|kleinste\p{L}*|wenigsten|schwächste\p{L}*|menor(?! que\b)|mínim[oa]|peor|le moins|la moins|il meno)(?!\p{L})/giu,
    direction: 'low',
  },
  {
    pattern: /(?<!\p{L})(?:cheapest|billigste\p{L}*|günstigste\p{L}*|más barat[oa]s?(?! que))(?!\p{L})/giu,
    direction: 'low',
    concept: 'price',
  },
  {
    pattern:
      /(?<!\p{L})(?:priciest|teuerste\p{L}*|más car[oa]s?(?! que)|plus ch(?:er|ère)s?(?! que)|più car[oaie](?! d))(?!\p{L})/giu,
    direction: 'high',
    concept: 'price',
  },
  {
    pattern: /(?<!\p{L})(?:longest|längste\p{L}*|más larg[oa]s?(?! que))(?!\p{L})/giu,
    direction: 'high',
    concept: 'duration',
  },
  {
    pattern: /(?<!\p{L})(?:shortest|kürzeste\p{L}*|más cort[oa]s?(?! que))(?!\p{L})/giu,
    direction: 'low',
    concept: 'duration',
  },
  { pattern: /\b(?:heaviest|schwerste\p{L}*)\b/giu, direction: 'high', concept: 'weight' },
  { pattern: /\b(?:lightest|leichteste\p{L}*)\b/giu, direction: 'low', concept: 'weight' },
  { pattern: /\b(?:oldest)\b/giu, direction: 'high', concept: 'age' },
  { pattern: /\b(?:youngest|newest)\b/giu, direction: 'low', concept: 'age' },
  { pattern: /(?<!\p{L})(?:fastest|quickest|schnellste\p{L}*)(?!\p{L})/giu, direction: 'low', concept: 'speed' },
  { pattern: /(?<!\p{L})(?:slowest|langsamste\p{L}*)(?!\p{L})/giu, direction: 'high', concept: 'speed' },
  { pattern: /\b(?:farthest|furthest)\b/giu, direction: 'high', concept: 'distance' },
  { pattern: /\bbusiest\b/giu, direction: 'high', concept: 'traffic' },
  { pattern: /\b(?:quietest|least busy)\b/giu, direction: 'low', concept: 'traffic' },
  { pattern: /\b(?:most punctual|most reliable)\b/giu, direction: 'low', concept: 'delay' },
  { pattern: /\bleast punctual\b/giu, direction: 'high', concept: 'delay' },
  { pattern: /(?<!\p{L})(?:warmest|hottest|wärmste\p{L}*)(?!\p{L})/giu, direction: 'high', concept: 'temperature' },
  { pattern: /(?<!\p{L})(?:coldest|coolest|kälteste\p{L}*)(?!\p{L})/giu, direction: 'low', concept: 'temperature' },
  { pattern: /\b(?:wettest|rainiest)\b/giu, direction: 'high', concept: 'rain' },
  { pattern: /\bdriest\b/giu, direction: 'low', concept: 'rain' },
  { pattern: /\bsunniest\b/giu, direction: 'high', concept: 'sunshine' },
  { pattern: /\b(?:fullest)\b/giu, direction: 'high', concept: 'occupancy' },
  { pattern: /\b(?:emptiest)\b/giu, direction: 'low', concept: 'occupancy' },
  { pattern: /\b(?:richest)\b/giu, direction: 'high', concept: 'revenue' },
  { pattern: /\bpoorest\b/giu, direction: 'low', concept: 'revenue' },
  { pattern: /\b(?:tallest)\b/giu, direction: 'high', concept: 'height' },
  {
    pattern:
      /(?<!\p{L})(?:más (?:baj[oa]s?|pequeñ[oa]s?)|(?:la|le|les) plus (?:faibles?|bas(?:se)?s?|petite?s?)|(?:la|le|les) moins élevée?s?|più bass[oaie])(?!\p{L})/giu,
    direction: 'low',
  },
  {
    pattern: /(?<!\p{L})(?:más alt[oa]s?(?! que)|plus haut[es]*(?! que)|plus élevée?s?(?! que))(?!\p{L})/giu,
    direction: 'high',
  },
  {
    pattern:
      /(?<!\p{L})(?:el|la|los|las) (?:\p{L}+ ){0,2}más(?! (?:alt|baj|pequeñ|car|barat|larg|cort|recient|antigu)| \p{L}+ que\b)/giu,
    direction: 'high',
  },
]
const placeWords = 'zero one two three four five six seven eight nine ten'.split(' ')
const germanPlaces = 'null eins zwei drei vier fünf sechs sieben acht neun zehn'.split(' ')
/** “auf Platz zwei”, “ranks number 3”. */
export const numberedPlace =
  /(?<!\p{L})(?:platz|rang|puesto|position|place|rank(?:s|ed)?(?: number)?|number|no\.?|#)\s?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)(?![\p{L}\d]|[.,]\d)/giu

/** The place that a word or digits say. */
export function placeOf(written: string): number {
  if (/^\d/.test(written)) return Number(written)
  const word = written.toLowerCase()
  return Math.max(placeWords.indexOf(word), germanPlaces.indexOf(word))
}

/** “an dritter Stelle”, “en segundo lugar”, “à la deuxième place”, with the place. */
export const places: readonly [pattern: RegExp, place: number][] = [
  [
    /(?<!\p{L})(?:zweite[rnms]? (?:stelle|platz|rang)|segundo (?:lugar|puesto)|(?:deuxième|seconde) (?:place|position)|secondo posto)(?!\p{L})/giu,
    2,
  ],
  [
    /(?<!\p{L})(?:dritte[rnms]? (?:stelle|platz|rang)|tercer (?:lugar|puesto)|troisième (?:place|position)|terzo posto)(?!\p{L})/giu,
    3,
  ],
  [
    /(?<!\p{L})(?:vierte[rnms]? (?:stelle|platz|rang)|cuarto (?:lugar|puesto)|quatrième (?:place|position)|quarto posto)(?!\p{L})/giu,
    4,
  ],
]
/** Words around a superlative that make another claim of it. */
export const notExtreme =
  /\b(?:at most|at least|one of|(?:is|are|was|were|ranks?) among|the rest|between|(?<!the )most of (?:the|these|all)|not necessarily)\b|\b(?:second|third|fourth|fifth|sixth|two|three|four|five|\d{1,3}(?:nd|rd|th|st)?)[ -](?:most|highest|largest|biggest|lowest|smallest|best|worst|longest|heaviest|tallest|greatest)\b/i
export const ordinal =
  /\b(?:(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)|(\d{1,3})(?:st|nd|rd|th))\b(?! (?:quarter|time|of (?:january|february|march|april|may|june|july|august|september|october|november|december)|half|year|month|week|day|grade|street|floor)\b)/giu
export const lowWords = /\b(?:lowest|smallest|fewest|least|cheapest|shortest|worst|weakest|lightest)\b/i
export const last =
  /\b(?:(?:comes?|came|ranks?|ranked|is|was|finish\p{L}*) (?:in )?last(?: place)?(?! (?:year|month|week|quarter)| to\b)|in last place|at the bottom|letzte[rn]? platz)\b/giu
export const runnerUp = /\brunner-?up\b/giu
