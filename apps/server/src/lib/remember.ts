/**
 * Remembers what a pure function made of the latest texts.
 * @param most the number of texts that are remembered; a text longer than `longestText` isn't
 */
export function remember<Value>(
  make: (text: string) => Value,
  { most, longestText = 200 }: { most: number; longestText?: number },
): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    if (text.length > longestText) return made
    if (known.size >= most) known.clear()
    known.set(text, made)
    return made
  }
}
