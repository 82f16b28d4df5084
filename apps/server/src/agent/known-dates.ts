const months = 'january february march april may june july august september october november december'.split(' ')

interface Moment {
  year: number
  month: number | null
  day: number | null
}

const isoDate = /(?<!\d)(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/g
const clock = /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/g
const shortDate = /(?<![\d.,])(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})(?![\d])/g
const monthName = new RegExp(
  String.raw`\b(${months.map((month) => month[0]?.toUpperCase() + month.slice(1)).join('|')})\b`,
  'g',
)
/** 'May' is a month only where a day, a year or a word of time stands beside it. */
const mayAsMonth = /(?:\b(?:in|of|for|since|until|by|from|to|during|and)\s$|\d(?:st|nd|rd|th)?\s$)/i

/** The dates that a text may name: those of cells, questions and SQL. */
export class KnownDates {
  readonly #moments: Moment[] = []
  readonly #clocks = new Set<string>()
  readonly #months = new Set<number>()

  constructor(texts: string[]) {
    for (const text of texts) this.add(text)
  }

  add(text: string): void {
    for (const [, year, month, day] of text.matchAll(isoDate)) {
      this.#addMoment({ year: Number(year), month: Number(month), day: day === undefined ? null : Number(day) })
    }
    for (const [, year] of text.matchAll(/(?<![\d.,-])((?:19|20)\d{2})(?![\d-])/g)) {
      this.#addMoment({ year: Number(year), month: null, day: null })
    }
    for (const [written] of text.matchAll(clock)) this.#clocks.add(written.slice(0, 5))
    for (const [at, month] of months.entries()) {
      if (new RegExp(String.raw`\b${month.slice(0, 3)}(?:${month.slice(3)})?\b`, 'i').test(text))
        this.#months.add(at + 1)
    }
  }

  #addMoment(moment: Moment): void {
    this.#moments.push(moment)
    if (moment.month !== null) this.#months.add(moment.month)
  }

  hasYear(year: number): boolean {
    return this.#moments.some((moment) => moment.year === year)
  }

  hasDay(day: number): boolean {
    return this.#moments.some((moment) => moment.day === day)
  }

  /** @returns the text without its dates and times, and those of them that are not known */
  takeOut(text: string): { rest: string; wrong: string[] } {
    const wrong: string[] = []
    const take = (written: string, isKnown: boolean): string => {
      if (!isKnown) wrong.push(written)
      return ' '.repeat(written.length)
    }
    const rest = text
      .replaceAll(isoDate, (written, year: string, month: string, day?: string) =>
        take(written, this.#has(Number(year), Number(month), day === undefined ? null : Number(day))),
      )
      .replaceAll(shortDate, (written, one: string, _mark, other: string, year: string) => {
        const full = year.length === 2 ? 2000 + Number(year) : Number(year)
        return take(written, this.#has(full, Number(one), Number(other)) || this.#has(full, Number(other), Number(one)))
      })
      .replaceAll(clock, (written) => take(written, this.#clocks.has(written.slice(0, 5))))
    for (const { 0: written, index } of rest.matchAll(monthName)) {
      const isDoubtful =
        written === 'May' && !mayAsMonth.test(rest.slice(0, index)) && !/^\s\d/.test(rest.slice(index + 3))
      if (!isDoubtful && !this.#months.has(months.indexOf(written.toLowerCase()) + 1)) wrong.push(written)
    }
    return { rest, wrong }
  }

  #has(year: number, month: number, day: number | null): boolean {
    return this.#moments.some(
      (moment) => moment.year === year && moment.month === month && (day === null || moment.day === day),
    )
  }
}
