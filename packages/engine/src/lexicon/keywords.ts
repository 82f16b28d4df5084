import type { AggregateFunction, Operator, PeriodUnit } from '../query.ts'

/** The role of a function word or phrase in a question. */
export type Keyword =
  | {
      kind:
        | 'everything'
        | 'depleted'
        | 'command'
        | 'filler'
        | 'count'
        | 'between'
        | 'not'
        | 'without'
        | 'each'
        | 'order'
        | 'alphabetical'
        | 'share'
        | 'difference'
        | 'distinct'
    }
  | {
      kind:
        | 'relative'
        | 'be'
        | 'have'
        | 'do'
        | 'and'
        | 'or'
        | 'comma'
        | 'missing'
        | 'present'
        | 'end'
        | 'possessive'
        | 'all'
        | 'both'
        | 'with'
        | 'whose'
        | 'than'
        | 'pronoun'
        | 'average'
    }
  | { kind: 'question'; word: 'what' | 'which' | 'who' | 'when' | 'where' | 'how much' }
  | { kind: 'aggregate'; fn: AggregateFunction }
  /** The most or the least of something; `hints` name the columns that the adjective refers to. */
  | {
      kind: 'superlative'
      descending: boolean
      hints: string[] | null
      temporal: boolean
      frequency: boolean
      measure: 'revenue' | 'quantity' | null
    }
  | { kind: 'compare'; operator: Operator; hints: string[] | null; temporal: boolean }
  /** 'or more', after its number. */
  | { kind: 'after-number'; operator: Operator }
  | { kind: 'direction'; descending: boolean }
  | { kind: 'preposition'; word: string }
  | { kind: 'like'; where: 'start' | 'end' | 'anywhere' }
  | { kind: 'unit'; unit: PeriodUnit }
  | { kind: 'measure'; of: 'revenue' | 'quantity' | 'order value' }
  | { kind: 'named' }

const table = new Map<string, Keyword>()

function add(keyword: Keyword, phrases: string): void {
  for (const phrase of phrases.split('|')) table.set(phrase.trim(), keyword)
}

add(
  { kind: 'command' },
  'show|show me|list|list out|find|find out|give|give me|get|get me|return|display|tell me|tell|report|provide|compute|calculate|i want|i want to know|i would like|i need|can you|could you|select|retrieve|take|determine|identify|print|output|produce|please show|let me see|let me know|i want to see|i would like to see|do you have|describe|compare|compare the|comparison of|a comparison of',
)
add(
  { kind: 'filler' },
  'the|a|an|please|there|me|us|also|just|only|any|some|do we have|we have|in total|currently|now|our|we|i|as well|too|so|so far|then|overall|ever|actually|existing|exist|exists|available in the database|in the database|in the system|on record|recorded|on file|respective|respectively|corresponding|associated|together|altogether|possible|kind of|ok|okay|hi|hello|hey|thanks|thank you|up|each of the|have been|has been|had been|been|being|will|would|can|could|may|might|should|must|you|your|my|it|when|during the course of|particular|specific|anything|something|still|already|certain|given|following|different kinds of|dollars|dollar|usd|euros|euro',
)
add(
  { kind: 'everything' },
  'all information about|all the information about|all information regarding|all the information regarding|all information of|all the information of|all information on|all details of|all the details of|all details about|everything about|all columns of|all fields of|all data about|all the data about|all attributes of|all info about|full information about|detailed information about|all available information about|all the information for|all information for|the information of|the information about|information about|all the available information about|full details of|all the attributes of|all the info about',
)
add({ kind: 'all' }, 'all|all the|all of the|every|entire|every single|complete')
add(
  { kind: 'count' },
  'how many|number of|the number of|count|count of|count the|count the number of|count how many|total number of|the total number of|total count of|find the number of|tally|how many times|how many total|a count of|number',
)
add(
  { kind: 'distinct' },
  'distinct|different|unique|various|distinctive|non-repeating|without duplicates|without repetition',
)
add({ kind: 'aggregate', fn: 'avg' }, 'average|avg|mean|typical|on average|the average of|averaged')
add(
  { kind: 'aggregate', fn: 'sum' },
  'total|sum|sum of|the sum of|total of|combined|total amount of|the total amount of|overall total|add up|sum up|summed|total sum of',
)
add({ kind: 'aggregate', fn: 'max' }, 'maximum|max|maximal')
add({ kind: 'aggregate', fn: 'min' }, 'minimum|min|minimal')
add({ kind: 'aggregate', fn: 'median' }, 'median|the median of|median of')
add({ kind: 'difference' }, 'difference between|the difference between|gap between|the gap between')
add({ kind: 'between' }, 'between|in between|in the range of|ranging from|in the range between|ranging between')
add(
  { kind: 'not' },
  "not|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|do not|does not|did not|never|have never|has never|haven't|hasn't|hadn't|cannot|can't|is not|are not|was not|were not|have not|has not|had not|none of|other than|except|except for|excluding|but not|apart from|different from|besides|outside|outside of|rather than|that is not|is never|yet to be|not yet|have yet to be|neither|nobody|no one|that nobody|that no one|which nobody|which no one",
)
add(
  { kind: 'without' },
  'without|without any|with no|have no|has no|had no|lacking|lack|lacks|no|not any|do not have|does not have|did not have|do not have any|does not have any|did not have any|have not had any|does not have a|do not have a|never had|have never had|has never had|never have|never has|missing any|zero',
)
add(
  { kind: 'each' },
  'each|per|for each|for every|of each|in each|by each|from each|at each|on each|to each|across each|of every|in every|within each|for all different|for each of the|each of|for each different|of each different|each different|for each distinct|grouped by|group by|broken down by|split by|break down by|broken out by|according to|categorized by|split up by|for the different|for different|of different|in different|across different|for various|by different|across all different|for each unique|of each unique|with each|under each|depending on|belonging to each|in each of the|of each of the|a',
)
table.delete('a')
add({ kind: 'filler' }, 'a')
add(
  { kind: 'order' },
  'sorted by|sort by|order by|ordered by|in order of|in the order of|sorted in|sorted|ranked by|rank by|sort them by|sort the list by|sort the result by|sort results by|order them by|order the results by|order the result by|arranged by|in the|and sort by|in ascending order of|in ascending order by|listed by|sorted according to|ordered according to|sorted based on|in an order of|sort them in|in|sort the results by|and order by|sorted alphabetically by|ranked',
)
for (const phrase of ['in the', 'in', 'ranked']) table.delete(phrase)
add(
  { kind: 'alphabetical' },
  'alphabetical order|in alphabetical order|alphabetically|in alphabetical order of|in alphabetical order by|alphabetical order of|in lexicographic order|in lexicographical order|in alphabetic order|lexicographically|lexicographic order|in ascending alphabetical order|alphabetic order of|in alphabetic order of|ordered alphabetically|sorted alphabetically|ordered alphabetically by|in alphabetically ascending order',
)
add(
  { kind: 'direction', descending: true },
  'descending|desc|in descending order|descending order|in descending order of|descending order of|in descending order by|in decreasing order|in decreasing order of|decreasing order of|decreasing order|from highest to lowest|from most to least|from high to low|from largest to smallest|from oldest to youngest|highest first|largest first|most first|newest first|latest first|in reverse order|from the highest to the lowest|from most to least|in the descending order of|in the descending order|in order of descending|descendingly|from most recent to oldest|from high to low|from most expensive to cheapest|from newest to oldest|in reverse alphabetical order|in descending alphabetical order|starting with the most recent|starting with the highest|in the decreasing order of',
)
add(
  { kind: 'direction', descending: false },
  'ascending|asc|in ascending order|ascending order|in ascending order of|ascending order of|in increasing order|in increasing order of|increasing order|from lowest to highest|from low to high|from least to most|from smallest to largest|from youngest to oldest|lowest first|oldest first|smallest first|from the lowest to the highest|in the ascending order of|in the ascending order|ascendingly|from oldest to newest|from cheapest to most expensive|in chronological order|chronologically|chronological order|from earliest to latest|earliest first',
)
add(
  { kind: 'relative' },
  'that|which|who|whom|where|such that|which are|who are|those|those who|those that|in which|on which|for which|to which|from which|at which|by which|with which|whom|of which|of whom',
)
add({ kind: 'whose' }, 'whose|with their|for whom the|where the|for which the|in which the')
add(
  { kind: 'with' },
  'with|having|has|have|had|with a|with an|with the|that have|who have|which have|that has|who has|which has|that had|who had|which had|having a|containing|including|contain|contains|that contain|that contains|which contain|which contains|include|includes|that include|which include|featuring|with at',
)
table.delete('with at')
add(
  { kind: 'be' },
  "is|are|was|were|be|'s been|is currently|are currently|being|became|become|am|equal|equals|equal to|is equal to|are equal to|=|==|is the|are the|was the|were the|as|set to|are both|remain|stay",
)
add({ kind: 'do' }, 'do|does|did|done|doing')
add(
  { kind: 'and' },
  'and|&|as well as|along with|together with|and also|but|and their|and its|and the|in addition to|plus|then|and his|and her|and with|and whose|while|yet|vs|versus|compared to|compared with',
)
add({ kind: 'or' }, 'or|either|nor|and/or')
add({ kind: 'both' }, 'both')
add(
  { kind: 'missing' },
  'missing|is missing|are missing|empty|is empty|is null|null|unknown|is unknown|blank|is blank|not set|not known|not available|unspecified|not specified|undefined|not recorded|is not set|was not recorded|is not known',
)
add(
  { kind: 'present' },
  'not null|is not null|not missing|is not missing|is known|not empty|is not empty|is set|known|is not blank|not blank',
)
add(
  { kind: 'share' },
  'share|share of|the share of|percent|percent of|percentage|percentage of|the percentage of|proportion|proportion of|what share of|what percent of|what percentage of|what proportion of|what is the share of|what is the percentage of|percentage share of|fraction of|what fraction of',
)
add({ kind: 'depleted' }, 'out of stock|sold out|not in stock|no longer in stock')
add({ kind: 'possessive' }, "'s")
add({ kind: 'pronoun' }, 'them|they|these|this|its|his|her|their|he|she|itself|themselves|one|ones|same')
table.delete('one')
table.delete('same')
add(
  { kind: 'question', word: 'what' },
  "what|what's|whats|what is|what are|what was|what were|what is the|what are the|what are all|what are all the|what kind of|what kinds of|what sort of|what are the different",
)
table.delete('what are the different')
add(
  { kind: 'question', word: 'which' },
  'which|which of the|which ones|in which|on which|at which|from which|for which|to which|for what|in what|on what|from what|at what',
)
add({ kind: 'question', word: 'who' }, 'who|who is|who are|who was|who were|who is the|whom|who has|who have')
add({ kind: 'question', word: 'when' }, 'when|when was|when did|when were|when is|when are|when does')
add({ kind: 'question', word: 'where' }, 'where|where is|where are|where was|where does|where do')
add(
  { kind: 'question', word: 'how much' },
  'how much|how much is|how much are|how much was|how much did|how much does|how much do|how much money|how much money did|how much have|how much has|how much money does|how much money do',
)
add(
  { kind: 'named' },
  'named|called|titled|name is|name was|by the name of|with the name|with name|whose name is|entitled|which is named|which is called|with the title|with title|that is called|that is named|who is named|known as|labeled|labelled|marked as|marked|tagged|under the name|nicknamed',
)
add(
  { kind: 'like', where: 'anywhere' },
  'contains|containing|contain|contains the word|containing the word|contain the word|includes the word|include the word|including the word|includes|like|contains the text|contain the text|has the word|with the word|have the word|contains the substring|contain the substring|containing the substring|contains the letter|contain the letter|has the substring|has the letter|containing the letter|contains the string|containing the string|includes the text|with the substring|have the substring|contains letter|matches|matching|includes the letter|that include the substring|with letter|includes the substring|contain letter',
)
add(
  { kind: 'like', where: 'start' },
  'starts with|start with|starting with|begins with|begin with|beginning with|starts with the letter|start with the letter|starting with the letter|begins with the letter|beginning with the letter|starting with letter|starts with letter|begin with the letter|started with|start with letter|that starts with|begins with letter|with initial|begin with letter|starts from|start from|begins from|begin from',
)
add(
  { kind: 'like', where: 'end' },
  'ends with|end with|ending with|ends in|ending in|ends with the letter|end with the letter|ending with the letter|end in|ends with letter|ended with|finishes with',
)
add({ kind: 'unit', unit: 'day' }, 'day|days|daily|date by date|day by day|by day|weekday')
table.delete('weekday')
add({ kind: 'unit', unit: 'weekday' }, 'weekday|weekdays|day of the week|days of the week|day of week')
add({ kind: 'unit', unit: 'week' }, 'week|weeks|weekly|week by week|by week')
add({ kind: 'unit', unit: 'month' }, 'month|months|monthly|month by month|by month|month over month')
add({ kind: 'unit', unit: 'quarter' }, 'quarter|quarters|quarterly|by quarter')
add({ kind: 'unit', unit: 'year' }, 'year|years|yearly|annually|annual|by year|year by year|year over year')
for (const unit of ['day', 'week', 'month', 'quarter', 'year']) table.delete(`by ${unit}`)
add(
  { kind: 'measure', of: 'revenue' },
  'revenue|revenues|sales|earned|earning|earnings|earn|earns|turnover|sales revenue|sales amount|total sales|money made|made money|make money|money|income|brought in|bring in|brings in|spent|spend|spends|spending|paid|pay|pays|generated revenue|gross sales|gross revenue|sale amount|takings|proceeds|sales value|bought for',
)
for (const word of ['paid', 'pay', 'pays', 'total sales']) table.delete(word)
add(
  { kind: 'measure', of: 'quantity' },
  'sold|units sold|sell|sells|quantity sold|pieces sold|items sold|copies sold|units|sales volume',
)
add(
  { kind: 'measure', of: 'order value' },
  'order value|order size|basket size|basket value|order amount|order total|invoice value|invoice amount|purchase value|sale value',
)

function compare(operator: Operator, phrases: string, hints: string | null = null, temporal = false): void {
  add({ kind: 'compare', operator, hints: hints === null ? null : hints.split(' '), temporal }, phrases)
}

compare(
  '>',
  'more than|greater than|over|above|larger than|bigger than|higher than|exceeding|exceeds|exceed|exceeded|>|is more than|in excess of|beyond|no fewer than and above|a higher|a larger|a greater|higher|greater|larger|bigger|more',
)
for (const word of ['a higher', 'a larger', 'a greater', 'more', 'no fewer than and above']) table.delete(word)
compare(
  '>=',
  'at least|no less than|not less than|no fewer than|>=|greater than or equal to|more than or equal to|a minimum of|not lower than|equal to or greater than|not fewer than|larger than or equal to|minimum of|no lower than|not smaller than|equal or greater than|equal to or more than|greater or equal to|no smaller than|starting at',
)
compare(
  '<',
  'less than|fewer than|below|under|lower than|smaller than|<|beneath|is less than|not more than and below|lower|smaller',
)
table.delete('not more than and below')
compare(
  '<=',
  'at most|no more than|not more than|up to|<=|less than or equal to|a maximum of|not exceeding|not over|no greater than|fewer than or equal to|equal to or less than|not greater than|not higher than|maximum of|no higher than|smaller than or equal to|lower than or equal to|equal or less than|does not exceed|do not exceed|or fewer than',
)
compare('=', 'exactly|precisely')
compare('<>', '!=|<>|not equal to|is not equal to|unequal to')
compare('>', 'older than', 'age')
compare('<', 'younger than', 'age')
compare('>', 'taller than', 'height')
compare('<', 'shorter than', 'height length duration')
compare('>', 'longer than', 'length duration runtime time hour minute second millisecond')
compare('>', 'heavier than', 'weight')
compare('<', 'lighter than', 'weight')
compare('<', 'cheaper than|less expensive than', 'price cost fee rate')
compare('>', 'more expensive than|costlier than|pricier than', 'price cost fee rate')
compare('>', 'faster than', 'speed')
compare('<', 'slower than', 'speed')
compare(
  '>',
  'cost more than|costs more than|costing more than|cost over|costs over|costing over|cost above|priced over|priced above|priced at more than|priced more than',
  'price cost fee',
)
compare(
  '<',
  'cost less than|costs less than|costing less than|cost under|costs under|cost below|costing under|priced under|priced below|priced at less than|priced less than',
  'price cost fee',
)
compare('>=', 'cost at least|costs at least|priced at at least', 'price cost fee')
compare('<=', 'cost at most|costs at most|cost no more than', 'price cost fee')
compare('>', 'after|later than|newer than|more recent than', null, true)
compare('<', 'before|earlier than|prior to|older than the date', null, true)
compare('>=', 'since|from|starting from|as of|on or after', null, true)
compare('<=', 'until|till|through|on or before|by the end of', null, true)
table.delete('from')

add(
  { kind: 'after-number', operator: '>=' },
  'or more|or higher|or greater|or above|or older|or over|or larger|or after|or later|and above|and over|and up|and more|or longer|or better|and higher|or bigger|and older|or newer',
)
add(
  { kind: 'after-number', operator: '<=' },
  'or less|or fewer|or lower|or below|or younger|or under|or smaller|or before|or earlier|and below|and under|or cheaper|or shorter|and less|and younger',
)

function superlative(
  descending: boolean,
  phrases: string,
  hints: string | null = null,
  options: { temporal?: boolean; frequency?: boolean; measure?: 'revenue' | 'quantity' } = {},
): void {
  add(
    {
      kind: 'superlative',
      descending,
      hints: hints === null ? null : hints.split(' '),
      temporal: options.temporal ?? false,
      frequency: options.frequency ?? false,
      measure: options.measure ?? null,
    },
    phrases,
  )
}

superlative(
  true,
  'most|highest|largest|greatest|biggest|maximum|top|best|max|most number of|largest number of|greatest number of|highest number of|maximum number of|biggest number of|most amount of|largest amount of|highest amount of|greatest amount of|largest count of|highest count of|highest total number of|largest total number of|top-ranked|top ranked|strongest|richest',
)
superlative(
  false,
  'least|lowest|smallest|fewest|minimum|bottom|worst|least number of|smallest number of|fewest number of|lowest number of|minimum number of|least amount of|smallest amount of|lowest amount of|fewest amount of|least total|min|weakest|poorest',
)
superlative(
  true,
  'most common|most popular|most frequent|most frequently|most often|most commonly|most commonly used|most frequently used|most widely used|most used|most frequently occurring|most prevalent|most times|most numerous|most often used|most popularly used|most occurring|most active|busiest|used most|used the most|used most often|used most frequently|used most commonly|used the most often|used the most frequently',
  null,
  { frequency: true },
)
superlative(
  false,
  'least common|least popular|least frequent|rarest|least frequently|least commonly|least commonly used|least used|least often|least active|least frequently used',
  null,
  { frequency: true },
)
superlative(true, 'oldest|eldest', 'age birth birthday')
superlative(false, 'youngest', 'age birth birthday')
superlative(true, 'tallest', 'height')
superlative(true, 'longest', 'length duration runtime time distance hour minute second millisecond')
superlative(false, 'shortest', 'length duration height runtime time distance')
superlative(true, 'heaviest', 'weight')
superlative(false, 'lightest', 'weight')
superlative(false, 'cheapest|least expensive|lowest-priced|lowest priced', 'price cost fee rate')
superlative(
  true,
  'most expensive|costliest|priciest|highest-priced|highest priced|dearest|most costly',
  'price cost fee rate',
)
superlative(true, 'fastest', 'speed')
superlative(false, 'slowest', 'speed')
superlative(
  true,
  'best-rated|best rated|highest-rated|highest rated|top-rated|top rated|best reviewed',
  'rating score star stars',
)
superlative(false, 'worst-rated|worst rated|lowest-rated|lowest rated', 'rating score star stars')
superlative(true, 'best-paid|best paid|highest-paid|highest paid', 'salary wage pay')
superlative(false, 'worst-paid|worst paid|lowest-paid|lowest paid', 'salary wage pay')
superlative(
  true,
  'best-selling|best selling|top-selling|top selling|bestselling|most sold|top seller|best sold|most purchased|most bought',
  null,
  { measure: 'quantity' },
)
superlative(false, 'worst-selling|worst selling|least sold|least selling|slowest selling', null, {
  measure: 'quantity',
})
superlative(
  true,
  'highest-earning|highest earning|highest-grossing|highest grossing|top-grossing|top grossing|top-earning|top earning|most profitable|most lucrative|best-earning',
  null,
  { measure: 'revenue' },
)
superlative(true, 'latest|newest|most recent|most recently|last', null, { temporal: true })
superlative(false, 'earliest|first|least recent|least recently', null, { temporal: true })

/** The longest phrase, in words. */
export const longestPhrase = Math.max(...[...table.keys()].map((phrase) => phrase.split(' ').length))

/** The keyword of a phrase in lower case; null if it has no such role. */
export function keywordOf(phrase: string): Keyword | null {
  return table.get(phrase) ?? null
}
