/** Words that say how a figure was computed, or how it is compared. In the six languages whose numbers are read. */
export const totalWords =
  /\b(?:in total|all told|totals?|totall?ed|totall?ing|altogether|in all|combined|together|sums? (?:up )?to|adds? up|added up|insgesamt|zusammen|gesamt|summe|en total|suman|sumaron|en conjunto|au total|ensemble|in totale|insieme|no total|ao todo|en todo|in tutto|en tout|juntos|come to|came to|comes to)\b/i
export const averageWords =
  /(?<!\p{L})(?:averag\p{L}*|mean|durchschnitt\p{L}*|im schnitt|promedio|de media|en moyenne|moyenne?|in media|em média)(?!\p{L})/iu
export const medianWords = /(?<!\p{L})(?:medians?|medianwert|mediana|médiane?)(?!\p{L})/iu
export const approximateWords =
  /(?:(?<!\p{L})(?:about|around|roughly|approximately|approx\.?|close to|some|circa|ca\.?|etwa|rund|ungefähr|cerca de|unos|unas|alrededor de|aproximadamente|environ|à peu près|quasi)|~|≈)\s?[$€£¥]?$/iu
export const nearlyWords =
  /(?<!\p{L})(?:nearly|almost|(?:just|slightly|a little) (?:under|below|less than|short of|shy of)|not quite|close to|fast|knapp|beinahe|casi|presque|quasi|quase)\s(?:an?\s|one\s|half\s)?[$€£¥]?$/iu
export const aboveWords =
  /(?<!\p{L})(?:more than|over|above|at least|exceed(?:s|ed|ing)?|topp(?:ed|ing)|surpass(?:ed|es|ing)?|crossed|passed|no (?:less|fewer) than|(?:higher|larger|greater|longer|bigger) than|in excess of|upwards of|mehr als|über|mindestens|más de|al menos|por encima de|super(?:a|an|ó|aron)(?: los| las| el)?|dépass(?:e|ent|ait|é)(?: les)?|plus d['’]|plus des?|au moins|più di|almeno|mais de|pelo menos)(?:\s|(?<=['’]))[$€£¥]?$/iu
export const belowWords =
  /(?<!\p{L})(?:less than|under|below|fewer than|at most|(?<!(?<!\p{L})(?:adds?|added|sums?|comes?|came) )up to|no more than|(?:lower|smaller|shorter) than|at or below|weniger als|unter|höchstens|menos de|por debajo de|como máximo|moins d['’]|moins de|au plus|meno di|al massimo)(?:\s|(?<=['’]))[$€£¥]?$/iu
/** “just over 5” isn't said of 9. */
export const slightWords =
  /(?<!\p{L})(?:just|slightly|only just|a little|barely|marginally|knapp|gerade|etwas|poco|ligeramente|légèrement|un peu|appena)\s(?:more than|over|above|less than|under|below|mehr als|über|weniger als|unter|más de|menos de|plus de|moins de)\s[$€£¥]?$/iu
/** “at least 5” is also true for 5. */
export const inclusiveWords =
  /(?<!\p{L})(?:at least|at most|no (?:less|fewer|more) than|up to|at or (?:below|above)|mindestens|höchstens|al menos|como máximo|au moins|au plus|almeno|al massimo|pelo menos)\s[$€£¥]?$/iu

export const shownWords = /\b(?:shown|listed|these|of the (?:two|three|four|five|six|seven|eight|nine|ten|\d+))\b/i

export const riseWords =
  /(?<!\p{L})(?:(?:more|higher|larger|bigger|better|longer|greater|stronger)(?= (?:\p{L}+ ){0,3}?than (?:(?:in |on )?the (?:year|month|quarter|week|day|season) (?:before|earlier)|(?:in )?the (?:previous|prior|preceding) \p{L}+|a (?:year|month|quarter|week) (?:ago|earlier|before)|last (?:year|month|quarter|week))(?!\p{L}))|rose|rise[sn]?|grew|grow(?:s|n|th|ing)?|increas(?:e[sd]?|ing)|climb(?:ed|s|ing)?|jump(?:ed|s|ing)?|surg(?:e[sd]?|ing)|soar(?:ed|s|ing)?|bounc(?:ed|ing) back|rebound(?:ed|ing)|went up|(?:gone|going) up|gained|improved?|improving|recover(?:s|ed|ing)?|rising|(?<!(?<!\p{L})(?:adds?|added|adding|sums?) )up(?= (?:by|from|to)(?!\p{L}))|(?<=(?:is|are|was|were) )up(?=[.,;]|$| on| compared| from| by)|steig(?:t|en)|stieg(?:en)?|gestiegen|wuchs(?:en)?|zugenommen|nahm(?:en)? zu|subi(?:ó|eron|r)|sub(?:e|en)|aument(?:ó|aron|an|a)|creci(?:ó|eron)|augment(?:é|e|ent|ait)|progressé|aumentat[oaie]|cresceu|cresceram|aumentou|aumentaram)(?!\p{L})/iu
export const fallWords =
  /(?<!\p{L})(?:(?:less|lower|smaller|fewer|worse|shorter|weaker)(?= (?:\p{L}+ ){0,3}?than (?:(?:in |on )?the (?:year|month|quarter|week|day|season) (?:before|earlier)|(?:in )?the (?:previous|prior|preceding) \p{L}+|a (?:year|month|quarter|week) (?:ago|earlier|before)|last (?:year|month|quarter|week))(?!\p{L}))|f[ae]ll(?:s|en|ing)?(?! (?:\S+ ){0,3}short(?!\p{L}))|dip(?:s|ped)?|eas(?:ed|es|ing)(?! into)|slump(?:s|ed)?|plunge[sd]?|(?:come|came|gone) down|drop(?:s|ped|ping)?(?! out(?!\p{L}))|declin(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|shr[ai]nks?|shrunk|cut(?= (?:its|their|his|her|our|the) )|went down|slip(?:s|ped|ping)?|down(?= (?:by|from|to|\S{1,12}%)|\s*$)|sank(?:en)?|sinken|gesunken|fiel(?:en)?|gefallen|ging(?:en)? zurück|abgenommen|(?<!(?:más|mas) )baj(?:ó|aron|an|a)|cay(?:ó|eron)|disminuy(?:ó|eron)|baissé?|baissent|diminué|diminuit[oaie]|scesi?|caiu|caíram|diminuiu)(?!\p{L})/iu
/** Words for a number that is the same as before. */
export const unchangedWords =
  /(?<!\p{L})(?:unchanged|flat|(?:stayed|remained|remains|stays|kept|held|holds) (?:the same|stable|constant|level|steady|at)|(?:no|without(?: a| any)?) change|(?:just |exactly )?(?:the same|as (?:much|many))(?: \p{L}+)? as (?:in )?(?:the (?:year|month|quarter|week) before|last (?:year|month|quarter|week)|the previous \p{L}+)|(?:kept|keeps) (?:its|their|the same)(?: \p{L}+)?|did not change|didn't change|unverändert|gleich geblieben|sin cambios|inchangée?s?|stable|invariat[oaie])(?!\p{L})/iu

/** The pattern, for all matches of a text. */
export function globally(pattern: RegExp): RegExp {
  // oxlint-disable-next-line no-restricted-globals -- made of our own words
  return new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`)
}
