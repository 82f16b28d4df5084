const words = new Set(
  (
    'located live lives living lived based belong belongs belonging come comes coming came born reside resides residing situated found placed made make makes making produced produce produces ' +
    'work works working worked use uses used using associated related assigned registered recorded listed involved happened happen happens occurred occur occurs took taken take takes taking ' +
    'given gave going go goes went get gets got gotten own owns owned play plays played playing participate participates participated participating attend attends attended attending ' +
    'study studies studied studying teach teaches taught serve serves served serving contain contains belonged created issued provided provide provides offered offer offers hold holds held ' +
    'released published written directed founded built opened started began joined hired shipped delivered placed submitted signed enrolled appear appears appeared appearing ' +
    'affiliated corresponding run runs ran running stored kept keep headquartered named value values record records row rows entry entries instance ' +
    'show shows shown see seen stay stayed receive received receives like likes liked affected affiliated connected linked tied known ' +
    'people person thing things one ones terms order result results question answer database want know need help name names both name total least group groups across among whole ' +
    'shared share shares correspond corresponds draw draws start starts end ended ends authorized billed centered traveled travel operate operates showed producing advise advises compatible interact interacts enroll enrolls won win wins lost received studied practice practices cover ' +
    'costs cost costing priced sent bought buy buys purchased purchase ordered order owned managed manage manages taken required conferred teaching directing writing wrote acted acting acts starred stars star performed performs performing sung sing ' +
    'led leads lead employed employs hire supplied supplies supply treated treats prescribed sponsored sponsors reviewed reviews rated rates rented rents borrowed visited visits booked books earned earns earn supervised supervises ' +
    'enrolling majoring major majors minoring conducted conducts organized organizes hosted hosts hosting mentioned included includes including covered covers operated operates operating assigned owning charge responsible full'
  ).split(' '),
)

/** Whether a word in this place may be passed over: a light verb or noun that adds nothing to what is around it. */
export function isNeutral(word: string): boolean {
  return words.has(word)
}
