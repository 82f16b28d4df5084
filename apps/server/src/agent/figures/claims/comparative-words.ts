/** A word that compares two things. */
export interface ComparativeWord {
  pattern: RegExp
  isMore: boolean
  /** What is compared, if the word says it. */
  concept?: string
  /** “ahead of” and “behind” follow the order of a ranking, in which the smallest number may be the best. */
  isOrder?: true
}

/** Words between two things, before “than” or a name. */
export const comparatives: readonly ComparativeWord[] = [
  {
    pattern:
      /(?<!\p{L})(?:more|higher|larger|greater|bigger|better|stronger|mehr|höher\p{L}*|größer\p{L}*|besser|más|mayor(?:es)?|plus|più|maior(?:es)?|mais)(?= (?:[\p{L}-]+ ){0,5}?(?:than|als|que|di|do que|of)(?!\p{L}))/giu,
    isMore: true,
  },
  {
    pattern:
      /\b(?:less|fewer|lower|smaller|weaker|worse|weniger|niedriger\p{L}*|kleiner\p{L}*|menos|menor(?:es)?|moins|meno)(?= (?:[\p{L}-]+ ){0,5}?(?:than|als|que|di|do que)\b)/giu,
    isMore: false,
  },
  {
    pattern: /(?<!\p{L})(?:cheaper|billiger|günstiger|más barat[oa]s?|moins ch(?:er|ère)s?)(?= (?:than|als|que)\b)/giu,
    isMore: false,
    concept: 'price',
  },
  {
    pattern: /(?<!\p{L})(?:more expensive|pricier|teurer|más car[oa]s?|plus ch(?:er|ère)s?)(?= (?:than|als|que)\b)/giu,
    isMore: true,
    concept: 'price',
  },
  {
    pattern: /(?<!\p{L})(?:longer|länger)(?= (?:\p{L}+ ){0,3}(?:than|als)(?!\p{L}))/giu,
    isMore: true,
    concept: 'duration',
  },
  {
    pattern: /(?<!\p{L})(?:shorter|kürzer)(?= (?:\p{L}+ ){0,3}(?:than|als)(?!\p{L}))/giu,
    isMore: false,
    concept: 'duration',
  },
  { pattern: /(?<!\p{L})(?:slower|langsamer)(?= (?:than|als)\b)/giu, isMore: true, concept: 'speed' },
  { pattern: /(?<!\p{L})(?:faster|quicker|schneller)(?= (?:than|als)\b)/giu, isMore: false, concept: 'speed' },
  { pattern: /\b(?:heavier|schwerer)(?= (?:than|als)\b)/giu, isMore: true, concept: 'weight' },
  { pattern: /\b(?:taller)(?= than\b)/giu, isMore: true, concept: 'height' },
  {
    pattern: /\b(?:exceed(?:s|ed)?|outsold|surpass(?:es|ed)?|above)(?= )/giu,
    isMore: true,
  },
  {
    pattern: /\b(?:ahead of|beats?|outperform(?:s|ed)?|overtook)(?= )/giu,
    isMore: true,
    isOrder: true,
  },
  { pattern: /\bbelow(?= )/giu, isMore: false },
  { pattern: /\b(?:behind|trails?|trailed|lags?)(?= )/giu, isMore: false, isOrder: true },
]
/** “…, but sold less”, “yet it is faster”: the same two things as in the comparison before. */
export const elliptic: readonly ComparativeWord[] = [
  { pattern: /\b(?:more|higher|larger|greater|bigger)\b(?! (?:than|slowly|often))/giu, isMore: true },
  { pattern: /\b(?:less|fewer|lower|smaller)\b(?! than)/giu, isMore: false },
  { pattern: /\b(?:slower|more slowly)\b(?! than)/giu, isMore: true, concept: 'speed' },
  { pattern: /\b(?:faster|quicker|more quickly)\b(?! than)/giu, isMore: false, concept: 'speed' },
  { pattern: /\bmore expensive\b(?! than)/giu, isMore: true, concept: 'price' },
  { pattern: /\bcheaper\b(?! than)/giu, isMore: false, concept: 'price' },
]
