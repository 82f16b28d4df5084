const longestName = 60
/** The copy's own table; see copy-file.ts. */
export const ownTable = 'parlance_columns'

/** Gives out names that are plain SQL words and unique among themselves, whatever was written in the sheet. */
export class Names {
  #taken: Set<string>

  constructor(reserved: string[] = []) {
    this.#taken = new Set(reserved)
  }

  /** @param fallback the name where nothing of the written one is left */
  give(written: string, fallback: string): string {
    const plain = plainName(written) || fallback
    let name = plain
    for (let count = 2; this.#taken.has(name.toLowerCase()); count += 1) name = `${plain}_${count}`
    this.#taken.add(name.toLowerCase())
    return name
  }
}

/** 'Order Date (UTC)' as order_date_utc; letters of all languages stay. */
function plainName(written: string): string {
  const words = written
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
  const name = words
    .replaceAll(/^_+|(?<!_)_+$/g, '')
    .slice(0, longestName)
    .replace(/(?<!_)_+$/, '')
  if (/^sqlite_|^\p{N}/u.test(name)) return `_${name}`
  return name
}

/** The letters above a column, counted from 0. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  const letter = String.fromCodePoint(65 + (index % 26))
  return rest === 0 ? letter : columnLetters(rest - 1) + letter
}
