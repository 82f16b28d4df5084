const joinedEndings = [
  'identifier',
  'address',
  'number',
  'amount',
  'count',
  'price',
  'title',
  'names',
  'codes',
  'status',
  'total',
  'years',
  'country',
  'city',
  'state',
  'phone',
  'email',
  'name',
  'date',
  'time',
  'type',
  'code',
  'year',
  'rate',
  'size',
  'id',
  'no',
]

const abbreviations = new Map<string, string>([
  ['fname', 'first name'],
  ['acc', 'account'],
  ['bal', 'balance'],
  ['inst', 'institution'],
  ['hrs', 'hours'],
  ['crs', 'course'],
  ['bldg', 'building'],
  ['tot', 'total'],
  ['sal', 'salary'],
  ['pop', 'population'],
  ['wt', 'weight'],
  ['ht', 'height'],
  ['jobcode', 'job code'],
  ['lname', 'last name'],
  ['mname', 'middle name'],
  ['dept', 'department'],
  ['qty', 'quantity'],
  ['amt', 'amount'],
  ['num', 'number'],
  ['nbr', 'number'],
  ['no', 'number'],
  ['desc', 'description'],
  ['descr', 'description'],
  ['addr', 'address'],
  ['cust', 'customer'],
  ['emp', 'employee'],
  ['prod', 'product'],
  ['cat', 'category'],
  ['ctry', 'country'],
  ['tel', 'phone'],
  ['dob', 'birth date'],
  ['yr', 'year'],
  ['mgr', 'manager'],
  ['avg', 'average'],
  ['pct', 'percent'],
  ['stu', 'student'],
  ['prof', 'professor'],
  ['acct', 'account'],
  ['org', 'organization'],
  ['pos', 'position'],
  ['lat', 'latitude'],
  ['long', 'longitude'],
  ['lng', 'longitude'],
  ['lon', 'longitude'],
  ['temp', 'temperature'],
  ['max', 'maximum'],
  ['min', 'minimum'],
  ['dest', 'destination'],
  ['src', 'source'],
  ['loc', 'location'],
  ['univ', 'university'],
  ['gov', 'government'],
  ['inv', 'invoice'],
  ['trans', 'transaction'],
  ['txn', 'transaction'],
  ['ref', 'reference'],
  ['info', 'information'],
  ['apt', 'apartment'],
  ['dname', 'department name'],
  ['enr', 'enrollment'],
  ['mfr', 'manufacturer'],
  ['msg', 'message'],
  ['img', 'image'],
  ['ord', 'order'],
  ['hdr', 'header'],
  ['dtl', 'detail'],
  ['pmt', 'payment'],
  ['whse', 'warehouse'],
  ['mgmt', 'management'],
  ['dt', 'date'],
  ['nm', 'name'],
])

const irregular = new Map<string, string>([
  ['people', 'person'],
  ['ids', 'id'],
  ['pcs', 'pc'],
  ['tvs', 'tv'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['mice', 'mouse'],
  ['analyses', 'analysis'],
  ['indices', 'index'],
  ['criteria', 'criterion'],
  ['phenomena', 'phenomenon'],
  ['media', 'media'],
  ['staves', 'staff'],
  ['lives', 'life'],
  ['wives', 'wife'],
  ['knives', 'knife'],
  ['leaves', 'leaf'],
  ['movies', 'movie'],
  ['series', 'series'],
  ['species', 'species'],
  ['statuses', 'status'],
  ['status', 'status'],
  ['buses', 'bus'],
  ['bus', 'bus'],
  ['gas', 'gas'],
  ['lens', 'lens'],
  ['cookies', 'cookie'],
  ['campus', 'campus'],
  ['address', 'address'],
  ['addresses', 'address'],
  ['databases', 'database'],
  ['purchases', 'purchase'],
  ['houses', 'house'],
  ['courses', 'course'],
  ['expenses', 'expense'],
  ['licenses', 'license'],
  ['responses', 'response'],
  ['warehouses', 'warehouse'],
  ['horses', 'horse'],
  ['nurses', 'nurse'],
  ['releases', 'release'],
  ['cases', 'case'],
  ['bases', 'base'],
  ['phases', 'phase'],
  ['leases', 'lease'],
  ['diseases', 'disease'],
  ['vases', 'vase'],
  ['sizes', 'size'],
  ['prizes', 'prize'],
  ['heroes', 'hero'],
  ['potatoes', 'potato'],
  ['tomatoes', 'tomato'],
  ['caches', 'cache'],
  ['ties', 'tie'],
  ['this', 'this'],
  ['was', 'was'],
  ['is', 'is'],
  ['has', 'has'],
  ['does', 'does'],
  ['sales', 'sale'],
  ['lens', 'lens'],
  ['glasses', 'glass'],
  ['aliases', 'alias'],
  ['news', 'news'],
  ['physics', 'physics'],
  ['mathematics', 'mathematics'],
  ['shoes', 'shoe'],
  ['axes', 'axis'],
])

/** The singular of an English word, lower case in and out; unknown words follow the common rules. */
export function singular(word: string): string {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (word.length <= 3) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|zz|[^aeo]us)es$/.test(word)) return word.slice(0, -2)
  if (/(ss|us|is)$/.test(word)) return word
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const verbs = new Map(
  (
    'bought buy sold sell taught teach paid pay spent spend written write wrote write made make won win held hold took take taken take sent send built build lent lend sung sing sang sing ' +
    'flew fly flown fly driven drive drove drive gave give given give led lead bred breed grew grow grown grow chose choose chosen choose began begin begun begin'
  )
    .split(' ')
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1] ?? word] as const] : [])),
)

const endings = [
  'ization',
  'isation',
  'ations',
  'ation',
  'ments',
  'ment',
  'ings',
  'ions',
  'ing',
  'ion',
  'ers',
  'ors',
  'ies',
  'ied',
  'er',
  'or',
  'ed',
  'al',
  'es',
  'y',
  'e',
  's',
]

/**
 * A short stem that links a verb with its nouns (`ordered`, `orders`, `ordering` are one). Only for weak matches,
 * because different words may share it.
 */
export function stem(word: string): string {
  let rest = verbs.get(word) ?? singular(word)
  for (let round = 0; round < 2; round++) {
    const ending = endings.find((end) => rest.endsWith(end) && rest.length - end.length >= 3)
    if (ending === undefined) break
    rest = rest.slice(0, -ending.length)
  }
  return rest.replace(/([bdfgklmnprt])\1$/, '$1')
}

const ascii = /^[\t\n\r -~]*$/

/** Lower case, without accents and with plain quotes; the form in which words are compared. */
export function normalise(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[‘’ʼ]/g, "'").replace(/[“”]/g, '"').toLowerCase()
}

/** The words of free text, normalized, in order; punctuation ends a word and is dropped. */
export function tokenise(text: string): string[] {
  return normalise(text).match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? []
}

/** Maximum length of a name that is split into words without a separator. */
const longestJoined = 100

function splitJoined(word: string, vocabulary: ReadonlySet<string>): string[] {
  if (word.length < 5 || word.length > longestJoined || vocabulary.has(word) || vocabulary.has(singular(word)))
    return [word]
  for (const ending of joinedEndings) {
    const head = word.slice(0, -ending.length)
    if (word.endsWith(ending) && head.length >= 3 && (vocabulary.has(head) || vocabulary.has(singular(head))))
      return [head, ending]
  }
  for (let cut = word.length - 3; cut >= 3; cut--) {
    const [head, tail] = [word.slice(0, cut), word.slice(cut)]
    if (vocabulary.has(head) && vocabulary.has(tail)) return [head, tail]
  }
  return [word]
}

const noWords: ReadonlySet<string> = new Set()

/**
 * The words of an identifier: `unit_price`, `UnitPrice`, `unit price`, and `UNITPRICE` (if `vocabulary` knows the
 * parts) give `unit`, `price`. Common abbreviations are expanded; numbers stay words.
 */
export function splitIdentifier(identifier: string, vocabulary: ReadonlySet<string> = noWords): string[] {
  const spaced = identifier
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(?<=\p{L}{2})(?=\p{N})/gu, ' ')
  return spellInitials(tokenise(spaced.replace(/_/g, ' '))).flatMap((word) => {
    const whole = abbreviations.get(word)
    if (whole !== undefined) return whole.split(' ')
    return splitJoined(word, vocabulary).flatMap((part) => abbreviations.get(part)?.split(' ') ?? [part])
  })
}

const initials = new Map([
  ['f', 'first'],
  ['l', 'last'],
  ['m', 'middle'],
])

/** `LName`, `f_name`: an initial before 'name' stands for its word. */
function spellInitials(words: string[]): string[] {
  return words.map((word, at) => (words[at + 1] === 'name' ? (initials.get(word) ?? word) : word))
}
