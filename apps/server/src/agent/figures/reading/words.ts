import type { Degree } from './degrees.ts'

/** Words that hold a claim together, by what they do; of two that overlap, the first one counts. */
export const phrases = {
  except:
    /(?<!\p{L})(?:[Ee]xcept(?: for)?|[Aa]part from|[Oo]ther than|[Ee]xcluding|but(?= (?:the )?(?:one |two )?(?:\p{Lu}))(?<=(?:[Ee]very|[Aa]ll|[Ee]ach|[Nn]o|[Nn]one) (?:\p{L}+ ){0,3}but))(?!\p{L})/gu,
  aside:
    /(?<!\p{L})(?:(?:the|this|that|which|any) ones?|of all|of them|(?<=same (?:\p{L}+ )?)ranges?|(?<=(?:every|largest|highest|biggest|lowest|smallest) )single|(?:of|in|on|among|within) (?:the|this) (?:group|list|bunch|lot|ranking|table|lineup)|among them|percentage points?|both(?= (?:the )?(?:\p{L}+est|most|least)(?!\p{L}))|alone(?= (?:accounts?|accounted|makes?|made|represents?|represented|contributes?|contributed|generates?|generated|brings?|brought|ha[sd]|is responsible)(?!\p{L}))|only(?= (?:slightly|marginally|a little|about|around|roughly)(?!\p{L})))(?!\p{L})|(?<!\p{L})through(?:out)? the (?:year|period)(?!\p{L})|(?<=(?:\d|%|percent|half|thirds?|quarters?|fifths?|tenth) )(?:of )?(?:all|the total|the overall|overall)(?: of)?(?= \p{L})|by (?:a (?:wide|large|clear|narrow|huge|small|slim|comfortable) margin|far|some distance)(?!\p{L})/giu,
  break:
    /[;:()–—]|,|(?<!\p{L})(?:before(?= (?:\p{L}+ly )?\p{L}+ing(?!\p{L}))|and|but|while|whereas|although|though|yet|(?<!compared )with)(?!\p{L})|(?<=[,(] ?)or(?= (?:about |around |roughly |nearly |almost |just |over |under ){0,2}[$€£]?\d)/giu,
  most: /(?<!\p{L})(?:(?:a|the) (?:vast |large |clear |overwhelming |great )?majority(?: of)?(?: the| these| our)?|most of(?: the| these| our| its)?|(?<=^|[.;:,]\s)most(?= (?:\p{L}+ ){0,2}\p{L}+s (?:\p{L}+ )?(?:is|are|was|were|have|had|come|came|belong)(?!\p{L})))(?!\p{L})/giu,
  steady:
    /(?<!\p{L})(?:steadily|consistently|continuously|continually|ke(?:pt|eps?)(?= \p{L}+ing(?!\p{L}))|continue[sd]? to|(?:year|month|quarter|week|day) (?:after|by) (?:year|month|quarter|week|day))(?!\p{L})/giu,
  others:
    /(?<!\p{L})(?:(?:all|any|every|each|the)(?: of)?(?: the)? (?:other|remaining)(?! (?:two|three|four|five|six|seven|eight|nine|ten|\d))(?: \p{L}+)?|(?:all )?(?:the )?others|the rest|(?:everyone|anyone|everything|anything) else)(?!\p{L})/giu,
  than: /(?<!\p{L})(?:than|as (?:much |many |high |long )?as|compared (?:to|with)|versus|vs\.?|against)(?!\p{L})/giu,
  earlier:
    /(?<!\p{L})(?:(?:in |on |the )*(?:same \p{L}+ )?(?:a|one|the) (?:year|month|quarter|week|day|season) (?:earlier|before|ago|prior)|(?:in )?the (?:previous|preceding|prior) (?:year|month|quarter|week|day|season)|(?:the )?same (?:quarter|month|week|day|period)(?: of| in)?(?: the)?(?: (?:previous|prior|preceding) year| last year)?)(?!\p{L})/giu,
  same: /(?<!\p{L})(?:(?:exactly )?the same|(?:just |exactly )?as (?:many|much)(?= (?:\p{L}+ ){1,3}as(?!\p{L}))|an equal|equal|identical|tied)(?!\p{L})/giu,
  peryear: /(?<!\p{L})(?:(?:in|of|for) )?(?:both|each|every|either) (?:year|season)s?(?!\p{L})/giu,
  around:
    /(?<!\p{L})(?:(?:first|last|top|bottom|next|past|other|remaining)(?= (?:two|three|four|five|six|seven|eight|nine|ten|\d))|(?:across|over) (?:each|every)|of (?:both|each|every)|throughout|at (?:least|most)|until|before|after|by the end|without|(?:this|last|next) (?:week|month|year|quarter|season)|today|yesterday|tomorrow|once|twice|again|then)(?!\p{L})/giu,
  sum: /(?<!\p{L})(?:together|combined|in total|altogether|between them|in all(?=[.,;)]|$)|overall|all told|(?:across|over) (?:all|both)(?: of)?(?: the| these| our)?|a total of|total(?:s|ed|ing)?|the sum of|adds? up to|came to|comes to)(?!\p{L})/giu,
  every: /(?<!\p{L})(?:all|every|each|both|everyone|everybody)(?: of)?(?: the| these| its)?(?!\p{L})/giu,
  none: /(?<!\p{L})(?:no|none|neither|not one|no one|nobody)(?: of)?(?: the)?(?!\p{L})/giu,
  only: /(?<!\p{L})(?:the only(?: one| ones)?|only|alone)(?!\p{L})(?!\s(?:[$€£]?\d|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?!\p{L})))/giu,
  mean: /(?<!\p{L})(?:on average|relative to|per|averag(?:e|es|ed|ing)|mean)(?!\p{L})/giu,
  median: /(?<!\p{L})median(?!\p{L})/giu,
  not: /(?<!\p{L})(?:not|never|no longer|did ?n[o'’]t)(?!\p{L})|n['’]t(?!\p{L})/giu,
  from: /(?<!\p{L})(?:from|between)(?!\p{L})/giu,
  to: /(?<!\p{L})to(?!\p{L})/giu,
  since: /(?<!\p{L})since(?!\p{L})/giu,
  gap: /(?<!\p{L})(?:gap|difference|lead|margin)(?!\p{L})/giu,
} as const

/** Words for a place: the first, the last, and what else a ranking says. */
export const placePhrases: readonly [
  pattern: RegExp,
  direction: Degree['direction'],
  place: number,
  concept?: string,
][] = [
  [
    /(?<!\p{L})(?:peak(?:s|ed)?|topp?(?:s|ed)? (?:out|the (?:list|table|ranking))|leads?(?! to)|led(?! to)|leading|leader|(?:ranks?|ranked|c[ao]mes?|finish(?:es|ed)?) first|number one|(?:in )?first place|heads the list|maxed out|(?:new |all-time )?record(?: high)?|highs?|maximum|(?:the|our|its|their) (?:top|number[- ]one)(?! (?:\d|two|three|four|five|six|seven|eight|nine|ten)))(?!\p{L})/giu,
    'high',
    1,
  ],
  [
    /(?<!\p{L})(?:bottom(?:s|ed) out|br(?:ings?|ought) up the rear|(?:is |was |were )?at the bottom(?: of the (?:list|table|ranking))?|(?:in )?last place|(?:ranks?|ranked|c[ao]mes?|finish(?:es|ed)?) (?:in )?last(?: place)?|minimum|record low|(?<=(?:its|their|an? (?:new )?|the) )low(?:s| point)?(?= (?:in|of|at|on)(?!\p{L})|[.,;]|$))(?!\p{L})/giu,
    'low',
    1,
  ],
  [/(?<!\p{L})(?:runner-up|second place)(?!\p{L})/giu, 'high', 2],
  [/(?<!\p{L})third place(?!\p{L})/giu, 'high', 3],
  [
    /(?<!\p{L})(?<!(?:in|for|at|of|during|since|by) (?:the |its )?)(?:latest|most recent(?:ly)?)(?!\p{L})/giu,
    'high',
    1,
    'time',
  ],
  [/(?<!\p{L})(?<!(?:in|for|at|of|during|since|by) (?:the |its )?)earliest(?!\p{L})/giu, 'low', 1, 'time'],
]

/** “ranks only fifth”. */
export const rankPhrase =
  /(?<!\p{L})(?:ranks?|ranked|ranking|c[ao]mes?|finish(?:es|ed)?|placed) (?:only |just )?(?:in )?(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th))(?: place)?(?!\p{L})/giu

export const ordinalPlaces = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

export function placeOf(ordinal: string): number {
  return Number.parseInt(ordinal, 10) || ordinalPlaces.indexOf(ordinal.toLowerCase()) + 1
}

/** Words that say nothing of their own: forms of common verbs, adverbs, and nouns for what the rows have. */
export const neutral = new Set(
  `a an the it its this that these those they their there he she his her we our you your is are was were be been being has have had having do does did
   of in on at for by as to across among during over out up off so also still already just only even well clearly easily far way by
   about around roughly approximately nearly almost exactly precisely slightly somewhat barely much very quite currently now who which whose what where when
   had got get gets saw sees recorded records reported reports posted posts showed shows show stood stands came comes come reached reaches reach achieved achieves made makes took takes brought brings
   s worked works delivered delivers shipped ships supplied supplies processed processes served serves welcomed hosted hosts organized organizes carried carries transported moved moves filled fills offered offers covered covers provided provides
   needed needs required requires completed completes finished logged logs counted counts tallied booked produced produces yielded issued accepted submitted put puts gave gives given bring taken made compared comparison respectively each used uses
   collected collects handled handles registered registers scored ran runs kept keeps remained remains stayed stays held holds went goes managed hit hits based located headquartered situated accounted accounts contributed contributes generated attracted drew draws received
   number numbers figure figures value values amount amounts level levels result results period list table data row rows place rate share percentage proportion ratio spot position terms
   appear appears appeared appearing include includes included including contain contains contained containing consist consists feature features featured operate operates operated operating hold
   having bringing handling reaching arriving leading generating making taking holding recording posting coming standing sitting sits sit running totaling remain
   closely significantly considerably substantially marginally narrowly comfortably respectively directly still
   fly flies live lives report reports reported
   ones shown listed
   site sites entry entries item items thing things case cases overall any other others else same such whole entire total
   percent percentage point points euro euros dollar dollars unit units times time year years month months quarter quarters week weeks day days
   dates dated dating belongs belong placed account accounting make making represent represents represented comprise comprises constitute constitutes contributing
   people person everyone rather whereas however meanwhile here there in notably interestingly similarly additionally furthermore moreover finally`
    .split(/\s+/)
    .filter(Boolean),
)

/** How far the words of a limit may be from its figure. */
export const longestLimit = 24

export const quantifiedStart =
  /^[\s*_-]{0,6}(?:only |just |exactly )?(?:all|every|each|no|none|two|three|four|five|six|seven|eight|nine|ten|\d{1,3})(?!\p{L})/iu
