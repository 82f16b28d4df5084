/** Verbs of being and location: never meaningful on their own. */
const always = new Set(
  (
    'located live lives living lived based belong belongs belonging come comes coming came resides reside residing residing situated found placed place places make makes made making ' +
    'associated related recorded listed involved happened happen happens occurred occur occurs take takes took taking give given gave giving go goes going went ' +
    'get gets got gotten own owns owned hold holds held contain contains belonged provide provides provided offer offers offered appear appears appeared appearing affiliated corresponding correspond corresponds ' +
    'stored kept keep headquartered named show shows shown showing see seen linked tied known ' +
    'include includes included including cover covers covered covering people person thing things ones terms result results database want know need help name names group across among record records row rows entry entries instance'
  ).split(' '),
)

/** Verbs that say how two things belong together: they are meaningless only between the two. */
const linking = new Set(
  (
    'use uses used using attend attends attended attending study studies studied studying teach teaches taught teaching serve serves served serving play plays played playing work works worked working ' +
    'participate participates participated participating run runs running ran affected connected taken interact interacts released born available ' +
    'produce produces produced producing stay stays stayed assigned registered created issued published written directed founded built opened started began joined hired submitted signed enrolled receive receives received ' +
    'like likes liked start starts end ends ended authorized billed centered traveled travel operate operates operated operating advise advises compatible enroll enrolls enrolling practice practices ' +
    'priced sent bought buy buys purchased purchase ordered order manage manages managed required conferred directing wrote acted acting acts starred stars star starring perform performed performs performing sung sing ' +
    'led leads lead employed employs supplied supplies supply treated treats prescribed sponsored sponsors reviewed reviews rated rates rented rents borrowed visited visits booked books earned earns earn supervised supervises ' +
    'majoring major majors minoring conducted conducts organized organizes hosted hosts hosting mentioned owning charge responsible shipped delivered deliver delivers supported supports support handled handles handle processed processes ' +
    'attached involves costing shares shared cost costs total both value values'
  ).split(' '),
)

/** Whether a word may be skipped: anywhere, only between two things that it links, or nowhere. */
export function neutralityOf(word: string): 'always' | 'linking' | 'never' {
  if (always.has(word)) return 'always'
  return linking.has(word) ? 'linking' : 'never'
}

const loaded = new Set(['near', 'around', 'off', 'because', 'against', 'concerning', 'upon', 'under', 'over'])

/** Whether a preposition has a meaning of its own: 'near Berlin' isn't 'in Berlin'. */
export function isLoaded(preposition: string): boolean {
  return loaded.has(preposition)
}
