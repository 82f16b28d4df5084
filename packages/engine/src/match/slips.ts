/** Like `editsBetween`, but two swapped letters are one typo. */
export function slipsBetween(left: string, right: string, most: number): number {
  for (let at = 0; at + 1 < left.length; at++) {
    const turned = `${left.slice(0, at)}${left[at + 1] ?? ''}${left[at] ?? ''}${left.slice(at + 2)}`
    if (turned === right) return 1
  }
  return editsBetween(left, right, most)
}

/** The number of letters in which two words differ, up to one more than `most`. */
export function editsBetween(left: string, right: string, most: number): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let at = 1; at <= left.length; at++) {
    const next = [at]
    for (let to = 1; to <= right.length; to++) {
      const same = left[at - 1] === right[to - 1] ? 0 : 1
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + same))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return Math.min(row.at(-1) ?? 0, most + 1)
}
