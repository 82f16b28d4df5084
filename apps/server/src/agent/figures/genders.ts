const words: Readonly<Record<string, readonly string[]>> = {
  f: ['female', 'women', 'woman'],
  m: ['male', 'men', 'man'],
}

/** “women” are `F` in a column of genders. */
export function genderNames(column: string, cell: string): readonly string[] {
  return /(?:^|_)(?:sex|gender)(?:_|$)/i.test(column) ? (words[cell.toLowerCase()] ?? []) : []
}
