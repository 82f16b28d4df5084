const longestName = 60
/** The copy's own table; see copy-file.ts. */
export const ownTable = 'parlance_columns'

/** Assigns unique names that are plain SQL words, whatever was written in the sheet. */
export class Names {
  #taken: Set<string>

  constructor(reserved: string[] = []) {
    this.#taken = new Set(reserved)
  }

  /** @param fallback the name to use if nothing remains of the written one */
  give(written: string, fallback: string): string {
    const plain = plainName(written) || fallback
    let name = plain
    for (let count = 2; this.#taken.has(name.toLowerCase()); count += 1) name = `${plain}_${count}`
    this.#taken.add(name.toLowerCase())
    return name
  }
}

/** Converts 'Order Date (UTC)' to order_date_utc. Letters of all languages stay. */
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

/** Returns the letters above a column, counted from 0. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  const letter = String.fromCodePoint(65 + (index % 26))
  return rest === 0 ? letter : columnLetters(rest - 1) + letter
}
