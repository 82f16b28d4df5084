const groups = [
  'price cost',
  'salary pay wage income earnings',
  'city town',
  'phone telephone',
  'email mail e-mail',
  'gender sex',
  'country nation',
  'movie film',
  'id identifier',
  'client customer',
  'employee worker staff',
  'product item article',
  'vendor supplier',
  'amount sum',
  'zip postal',
  'car vehicle automobile',
  'begin start',
  'finish end',
  'description detail details',
  'kind type category',
  'company firm business',
  'teacher instructor professor lecturer',
  'student pupil',
  'author writer',
  'song track',
  'doctor physician',
  'surname lastname',
  'stock inventory',
  'rating score star',
  'purchase order',
  'duration length',
  'quantity count',
  'weight mass',
  'picture photo image',
  'comment review',
  'user member',
  'location place',
  'population inhabitants',
  'nationality citizenship',
  'wins win',
  'boss manager supervisor',
  'job occupation position',
  'hometown',
  'website url homepage',
  'age old',
].map((line) => line.split(' '))

const table = new Map<string, Set<string>>()
for (const group of groups) {
  for (const word of group) {
    const others = table.get(word) ?? new Set<string>()
    for (const other of group) if (other !== word) others.add(other)
    table.set(word, others)
  }
}

const deeds = new Set(['bought', 'buy', 'purchased', 'rented', 'rent', 'borrowed', 'rated', 'reviewed'])
for (const deed of ['bought', 'buy', 'purchased', 'purchase'])
  table.set(deed, new Set(['order', 'invoice', 'sale', 'purchase'].filter((one) => one !== deed)))
for (const deed of ['rented', 'rent', 'borrowed']) table.set(deed, new Set(['rental', 'loan']))
for (const deed of ['rated', 'reviewed']) table.set(deed, new Set(['rating', 'review']))

/** Whether a word is an action that a table records: 'bought' refers to orders, not to a column. */
export function isDeed(word: string): boolean {
  return deeds.has(word)
}

/** Words that often name the same thing in a schema; singular, lower case. */
export function synonymsOf(word: string): readonly string[] {
  return [...(table.get(word) ?? [])]
}

const demonyms = new Map<string, string[]>(
  (
    'american:usa,united states,us,united states of america|british:uk,united kingdom,great britain|english:england|french:france|german:germany|spanish:spain|italian:italy|' +
    'dutch:netherlands|belgian:belgium|swiss:switzerland|austrian:austria|polish:poland|portuguese:portugal|swedish:sweden|norwegian:norway|danish:denmark|finnish:finland|' +
    'irish:ireland|scottish:scotland|welsh:wales|greek:greece|turkish:turkey|russian:russia|ukrainian:ukraine|czech:czech republic,czechia|hungarian:hungary|romanian:romania|' +
    'bulgarian:bulgaria|canadian:canada|mexican:mexico|brazilian:brazil|argentinian:argentina|argentine:argentina|chilean:chile|colombian:colombia|peruvian:peru|' +
    'chinese:china|japanese:japan|korean:south korea,korea|indian:india|pakistani:pakistan|australian:australia|egyptian:egypt|nigerian:nigeria|south african:south africa|' +
    'israeli:israel|iranian:iran|thai:thailand|vietnamese:vietnam|indonesian:indonesia|filipino:philippines|malaysian:malaysia|cuban:cuba|venezuelan:venezuela|kenyan:kenya|' +
    'us:usa,united states,united states of america|usa:united states,us,united states of america|united states:usa,us|america:usa,united states,us|uk:united kingdom,great britain|united kingdom:uk|england:united kingdom,uk|britain:united kingdom,uk,great britain|' +
    'female:f,woman|male:m,man|women:f,female|men:m,male|woman:f,female|man:m,male|girls:f,female|boys:m,male|yes:y,true,t|no:n,false,f'
  )
    .split('|')
    .map((line) => {
      const [word = '', values = ''] = line.split(':')
      return [word, values.split(',')]
    }),
)

/** Values that a word may also stand for: `french` → `france`, `female` → `f`. */
export function valueAliases(word: string): readonly string[] {
  return demonyms.get(word) ?? []
}
