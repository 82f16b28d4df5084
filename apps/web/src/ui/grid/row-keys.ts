/**
 * Returns a function that gives each shown row a key. Rows that scroll into view get the keys of those that left it, so
 * that they reuse their elements instead of leaving them to be collected. A row keeps its key while it is shown, and
 * no element moves past one that stays, because that would take the focus from it.
 */
export function createRowKeys() {
  let shown: { index: number; key: number }[] = []
  let focusedBefore = -1
  let unused = 0
  /** @param focused the row with the focus: always shown, also far from the others */
  return (indexes: readonly number[], focused: number): number[] => {
    const known = new Map(shown.map(({ index, key }) => [index, key]))
    const wanted = new Set(indexes)
    // Screen readers would not notice a focus that moves to a row with the same element.
    const free = shown.filter(({ index }) => !wanted.has(index) && index !== focusedBefore).map(({ key }) => key)
    const lastKept = indexes.findLast((index) => index !== focused && known.has(index)) ?? -1
    shown = indexes.map((index) => {
      const key = known.get(index) ?? (index > lastKept ? free.shift() : undefined) ?? unused++
      return { index, key }
    })
    focusedBefore = focused
    return shown.map(({ key }) => key)
  }
}
