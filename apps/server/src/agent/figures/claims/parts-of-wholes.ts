import { isSettled, type Check, type Mention, type Statement } from '../statement.ts'
import type { Meaning } from '../meanings.ts'

const between =
  /^[*_\s%]{0,4}(?:of|out of|von|sur|de|di)\s(?:the |all |its |his |her |their |den |les |los |las )?[$€£*_]{0,3}$/iu

const majority = /(?<!\p{L})(?:the majority|more than half|mehrheit|la mayoría|la majorité)(?!\p{L})/iu

/** “29 of 30 beds”: both are of the same rows, and the first is part of the second. */
export const partsOfWholesFit: Check = (statement) => {
  for (const [at, whole] of statement.mentions.entries()) {
    const part = statement.mentions[at - 1]
    if (!part || !between.test(statement.text.slice(part.end, whole.start)) || isSettled(statement, part)) continue
    if (!isFigure(part) || !isFigure(whole)) continue
    if (!part.isTyped && !whole.isTyped && areBeside(part, whole)) {
      const isMost = (part.value ?? 0) > (whole.value ?? 0) / 2
      if (!isMost && majority.test(statement.text)) return 'It is not the majority.'
      continue
    }
    if (!part.meanings.some((one) => whole.meanings.some((other) => isPartOf(statement, one, other))))
      return `${statement.text.slice(part.start, part.end)} is not of ${statement.text.slice(whole.start, whole.end)}.`
  }
  return null
}

/** Two references to one row, or to all rows: the second is at least as large. */
function areBeside({ meanings: [part] }: Mention, { meanings: [whole] }: Mention): boolean {
  return (
    part !== undefined &&
    whole !== undefined &&
    part.column !== whole.column &&
    part.rows?.join() === whole.rows?.join() &&
    (part.value ?? 0) <= (whole.value ?? 0)
  )
}

function isFigure({ kind, meanings }: Mention): boolean {
  return kind === 'value' && meanings.length > 0 && meanings.every(({ op }) => op !== 'stated' && op !== 'count')
}

function isPartOf({ facts }: Statement, part: Meaning, whole: Meaning): boolean {
  if (part.column === null || whole.column === null || part.column.step !== whole.column.step) return true
  // “300 of all 870 calls”: of the same column, and of more rows.
  if (part.column === whole.column && !part.from)
    return whole.rows === null || whole.rows.length > (part.rows?.length ?? Infinity)
  const isRelated = facts.derived.some(
    ({ relation, of: [one, other] }) =>
      relation === 'rest' && one === whole.column && (other === part.column || part.from !== undefined),
  )
  const rows = [part.rows, whole.rows].map((own) => own?.toSorted((a, b) => a - b).join() ?? 'all')
  return isRelated && rows[0] === rows[1]
}
