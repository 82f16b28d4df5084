import { textBefore } from './plain-text.ts'
import { matchesIn } from '../lib/matches-in.ts'

const months = 'january february march april may june july august september october november december'.split(' ')

const isoDate = /(?<!\d)(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/g
const year = /(?<![\d.,-])((?:19|20)\d{2})(?![\d-])/g
const clock = /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/g
const shortDate = /(?<![\d.,])(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})(?![\d])/g
const monthName = /\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/g
const anyMonth =
  /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/gi
/** 'May' is a month only next to a day, a year, or a time word. */
const mayAsMonth = /(?:\b(?:in|of|for|since|until|by|from|to|during|and)\s$|\d(?:st|nd|rd|th)?\s$)/i

/** The dates that a text may name: those of cells, questions, and SQL. */
export class KnownDates {
  readonly #years = new Set<number>()
  readonly #days = new Set<number>()
  /** Whole dates and months of a year, in the format that `key` writes. */
  readonly #dates = new Set<string>()
  readonly #clocks = new Set<string>()
  readonly #months = new Set<number>()

  constructor(texts: string[]) {
    for (const text of texts) this.add(text)
  }

  add(text: string): void {
    for (const [name] of matchesIn(text, anyMonth)) {
      this.#months.add(months.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1)
    }
    if (!/\d/.test(text)) return
    for (const [, years = '', month = '', day] of matchesIn(text, isoDate)) {
      this.#addDate(Number(years), Number(month), day === undefined ? null : Number(day))
    }
    for (const [written] of matchesIn(text, year)) this.#years.add(Number(written))
    for (const [written] of matchesIn(text, clock)) this.#clocks.add(written.slice(0, 5))
  }

  #addDate(years: number, month: number, day: number | null): void {
    this.#years.add(years)
    this.#months.add(month)
    this.#dates.add(key(years, month, null))
    if (day === null) return
    this.#days.add(day)
    this.#dates.add(key(years, month, day))
  }

  hasYear(years: number): boolean {
    return this.#years.has(years)
  }

  hasDay(day: number): boolean {
    return this.#days.has(day)
  }

  /** @returns the text without its dates and times, and those of them that aren't known */
  takeOut(text: string): { rest: string; wrong: string[] } {
    const wrong: string[] = []
    const take = (written: string, isKnown: boolean): string => {
      if (!isKnown) wrong.push(written)
      return ' '.repeat(written.length)
    }
    const rest = text
      .replaceAll(isoDate, (written, years: string, month: string, day?: string) =>
        take(written, this.#has(Number(years), Number(month), day === undefined ? null : Number(day))),
      )
      .replaceAll(shortDate, (written, one: string, _mark, other: string, years: string) => {
        const full = years.length === 2 ? 2000 + Number(years) : Number(years)
        return take(written, this.#has(full, Number(one), Number(other)) || this.#has(full, Number(other), Number(one)))
      })
      .replaceAll(clock, (written) => take(written, this.#clocks.has(written.slice(0, 5))))
    for (const { 0: written, index } of matchesIn(rest, monthName)) {
      const isDoubtful =
        written === 'May' && !mayAsMonth.test(textBefore(rest, index)) && !/^\s\d/.test(rest.slice(index + 3))
      if (!isDoubtful && !this.#months.has(months.indexOf(written.toLowerCase()) + 1)) wrong.push(written)
    }
    return { rest, wrong }
  }

  #has(years: number, month: number, day: number | null): boolean {
    return this.#dates.has(key(years, month, day))
  }
}

function key(years: number, month: number, day: number | null): string {
  return `${years}-${month}-${day ?? ''}`
}
